// What the engines of qpdf have in common: the machine's own, and the one as WebAssembly.

/** An argument of qpdf: as it is, or a path of this machine, which each engine writes as it sees it. */
export type Word = string | { path: string }

/** A qpdf that could not do it. Why, it wrote to the standard error, which the embedded build does not let us catch. */
export class QpdfFailed extends Error {}

/**
 * One run: the arguments, the last of which is the file that it writes, and the processor time that it may take, in ms.
 * `isSound`: whether what was written is what was asked for, as far as a look at it tells.
 */
export type Command = { words: Word[]; out: string; ms: number; isSound?: (out: string) => boolean }
