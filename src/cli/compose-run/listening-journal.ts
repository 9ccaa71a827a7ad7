import type { Journal, JournalEvent } from "#ports";

/** The same journal; whoever listens hears each reminder as the run takes it, and so knows that the model will be told. */
export function listeningJournal(journal: Journal, onReminder: (text: string) => void): Journal {
  return {
    sessionId: journal.sessionId,
    opened: journal.opened,
    append(event: JournalEvent) {
      const row = journal.append(event);
      const text = event["text"];
      if (event.kind === "note.added" && event["source"] === "reminder" && typeof text === "string") onReminder(text);
      return row;
    },
    get isSettled() {
      return journal.isSettled;
    },
    settled: () => journal.settled(),
    get head() {
      return journal.head;
    },
    close: () => journal.close(),
  };
}
