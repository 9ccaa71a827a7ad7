import { join } from "node:path";
import { openRepository } from "#platform";

/** Merges one commit of an issue in a process of its own: `<root> <issue id> <commit>`. */
const [root = "", issueId = "", commit = ""] = process.argv.slice(2);
const repository = await openRepository(root, { stateFolder: join(root, ".premath") });
const worktree = (await repository.worktrees()).find((one) => one.issueId === issueId);
if (worktree === undefined) throw new Error(`there is no worktree of ${issueId}`);
await repository.merge(worktree, commit);
