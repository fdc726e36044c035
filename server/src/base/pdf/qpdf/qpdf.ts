// Types shared by both engines of qpdf: the machine's own, and WebAssembly.

/** An argument of qpdf: a text, or a path of this machine, which each engine writes in its own way. */
export type Word = string | { path: string }

/** qpdf failed. Its reason went to standard error, which the embedded build does not let us catch. */
export class QpdfFailed extends Error {}

/**
 * One run: the arguments, the last of which is the file that it writes, and the processor time that it may
 * take, in ms. `isSound`: whether the written file is the requested one, as far as a quick check tells.
 */
export type Command = { words: Word[]; out: string; ms: number; isSound?: (out: string) => boolean }
