import type { Beat } from '../process/messages.ts'
import type { Command } from './qpdf.ts'
import { runEmbedded } from './qpdf-embedded.ts'
import { runOfMachine } from './qpdf-machine.ts'

/**
 * Runs one command with the machine's own qpdf, if there is one, and with the embedded build whenever that
 * one fails: it may hang, crash, report an error, or write a wrong file.
 * @throws QpdfFailed if both fail
 */
export async function runQpdf(command: Command, beat: Beat): Promise<void> {
  beat(command.ms)
  if (runOfMachine(command)) return
  beat(command.ms)
  await runEmbedded(command)
}
