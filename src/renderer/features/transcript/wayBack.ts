/** So many pages before are waited for; who reads further back than that finds it anew. */
const MOST_PAGES = 240;
/** Items further back than that are gone to as a found one is, without what is between: all that would be too much to be held. */
const FAR = 2000;

/** What the way back to where one was reading needs. */
export interface WayBack {
  /** One went elsewhere. */
  isOver: () => boolean;
  /** Brings the place on screen; false: its item is not read yet. */
  bring: () => boolean;
  /** So many items it stands before the first that is read; null: there is nothing before that. */
  missing: () => number | null;
  /** Reads a page more; the rows of it are there then. */
  readOlder: () => Promise<void>;
  /** Asks for another list, which will stand there, and waits until it does; where it could not be read, this list stays. */
  jump: () => Promise<void>;
}

/** Goes back there. When it has ended one is there, or stays where one is. */
export async function goBack(way: WayBack): Promise<void> {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    if (way.isOver() || way.bring()) return;
    const missing = way.missing();
    if (missing === null) return;
    if (missing > FAR) return await way.jump();
    await way.readOlder();
  }
}
