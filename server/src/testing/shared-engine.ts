import { createPdfEngine } from '../base/pdf/engine.ts'
import type { PdfEngine } from '../base/pdf/port.ts'

let engine: PdfEngine | undefined

/**
 * The PDF engine of all shops of a file: a child takes 0.2 s of processor time to start, and few shops need
 * it twice.
 */
export function sharedEngine(): PdfEngine {
  engine ??= createPdfEngine()
  return { ...engine, close: async () => {} } // a closed shop leaves it running
}

/** Called after the last test of a file. */
export async function closeSharedEngine(): Promise<void> {
  await engine?.close()
  engine = undefined
}
