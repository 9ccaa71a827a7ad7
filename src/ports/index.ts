export {
  type Applied,
  type CompactReport,
  type IssueReads,
  type IssueStore,
  type IssueStoreCode,
  type IssueSummary,
  type LoadedIssues,
  type LoggedChange,
  type PermittedUpkeep,
  type RepairReport,
  type StoreNotice,
  type VerifyFinding,
  type VerifyReport,
} from "./issue-store.ts";
export { PortError } from "./port-error.ts";
