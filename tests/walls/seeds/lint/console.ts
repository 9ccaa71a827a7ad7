// in: src/cli/seed-console.ts  refuses: eslint(no-console)
export const shout = (text: string): void => console.log(text);
