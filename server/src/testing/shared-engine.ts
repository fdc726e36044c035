import { createPdfEngine } from '../base/pdf/engine.ts'
import type { PdfEngine } from '../base/pdf/port.ts'

let engine: PdfEngine | undefined

/** The PDF engine of all shops of a file: a child takes 0.2 s of computing to start, and one shop seldom needs it twice. */
export function sharedEngine(): PdfEngine {
  engine ??= createPdfEngine()
  return { ...engine, close: async () => {} } // the shop's end is not the engine's
}

/** After the last test of a file. */
export async function closeSharedEngine(): Promise<void> {
  await engine?.close()
  engine = undefined
}
