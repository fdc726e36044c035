import { stat, statfs } from 'node:fs/promises'

/** There is too little room on this computer's disk for what is about to be written. */
export class DiskFull extends Error {
  override message = 'no hay lugar en el disco'
}

const FULL_CODES = ['ENOSPC', 'EDQUOT']
/** Left for the journal: a file that fills the disk would hold up the works of all printers. */
const JOURNAL_BYTES = 1024 ** 2

export const isOutOfSpace = (error: unknown): boolean =>
  error instanceof DiskFull ||
  (error instanceof Error && 'code' in error && FULL_CODES.includes(String(error.code)))

/** @throws DiskFull where `folder` has no room for so many bytes more */
export async function needFreeSpace(folder: string, bytes: number): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some file systems do not say how large they are
  const isTold = blocks > 0
  if (isTold && bavail * bsize < bytes + JOURNAL_BYTES) throw new DiskFull()
}

/** 0: there is no such file. */
export const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0
