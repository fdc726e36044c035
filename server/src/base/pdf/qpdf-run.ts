import type { Beat } from './messages.ts'
import type { Command } from './qpdf.ts'
import { runEmbedded } from './qpdf-embedded.ts'
import { runOfMachine } from './qpdf-machine.ts'

/**
 * Runs one command with the machine's own qpdf, where there is one, and with the embedded build wherever that one fails:
 * it may hang, die, find no way, or write something else than it was asked for.
 * @throws QpdfFailed when neither can
 */
export async function runQpdf(command: Command, beat: Beat): Promise<void> {
  beat(command.ms)
  if (runOfMachine(command)) return
  beat(command.ms)
  await runEmbedded(command)
}
