import { createPdfEngine } from '../base/pdf/engine.ts'
import type { PdfEngine } from '../base/pdf/port.ts'

let engine: PdfEngine | undefined

/**
 * The PDF engine of all shops of a worker: a child takes 0.4 s of processor time to start, and few shops need it twice.
 * Its children end with the worker.
 */
export function sharedEngine(): PdfEngine {
  engine ??= createPdfEngine()
  return { ...engine, close: async () => {} } // a closed shop leaves it running
}
