// in: src/harness/seed-host.ts  refuses: eslint(no-restricted-imports)
export { HOST_ACTIONS } from "#host";
