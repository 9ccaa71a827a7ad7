// in: src/testing/seed.ts  refuses: TS6059 TS6307
export { HOST_ACTIONS } from "#host";
