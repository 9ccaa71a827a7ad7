// in: src/harness/seed.ts  refuses: TS6059 TS6307
export { HOST_ACTIONS } from "#host";
