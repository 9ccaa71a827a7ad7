// in: src/index.ts  refuses: TS6307
export { HOST_ACTIONS } from "#host";
