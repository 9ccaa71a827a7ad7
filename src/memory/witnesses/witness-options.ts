/** How safe a witness is when it was put: forced to the disk, or handed to the machine. */
export interface WitnessOptions {
  readonly sync: "always" | "never";
}
