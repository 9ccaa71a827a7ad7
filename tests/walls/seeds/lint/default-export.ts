// in: src/cli/seed-default.ts  refuses: import(no-default-export)
const one = 1;
export default one;
