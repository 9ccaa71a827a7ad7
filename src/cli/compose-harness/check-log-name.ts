/** The name of the file that keeps what the newest failure of a check printed, in the logs of a worker. */
export function checkLogName(check: string): string {
  return `check-${check.replaceAll(/[^\w.-]/g, "_")}.log`;
}
