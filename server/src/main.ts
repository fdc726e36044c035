import { type Embedded, startEmbedded } from './base/db/embedded.ts'
import { needFolder } from './base/runtime/data-dir.ts'
import { within } from './base/runtime/within.ts'
import { type Config, readConfig } from './config.ts'

/** How long the end waits for a database that is still starting. */
const STARTING_MS = 10_000

// Applies to child processes too: only the shop's own user can read its files
process.umask(0o077)

/** Ends of the started parts, called in reverse order, however far the start came. */
const started: (() => unknown)[] = []
let ending = false
let stopping: Promise<void> = Promise.resolve()
let config: Config | undefined

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0))
start().catch(cannotStart)

async function cannotStart(error: unknown): Promise<void> {
  if (ending) return // a signal ended the process while it started
  const { whyNotStarted } = await import('./base/runtime/start-words.ts')
  const settings = config ?? readConfig({})
  console.error(`\nImprimiTodo no arrancó: ${whyNotStarted(error, settings)}\n`)
  if (['debug', 'trace'].includes(settings.logLevel)) await tellMore(error).catch(console.error)
  return end(1)
}

/** The error and where it happened, with the same values left out as in the log. */
async function tellMore(error: unknown): Promise<void> {
  const { discreetError } = await import('./base/runtime/logger.ts')
  console.error(discreetError(error))
}

/** Starts the database first, in a process of its own; the rest is loaded while it comes up. */
async function start(): Promise<void> {
  config = readConfig()
  needFolder(config.dataDir)
  const database = config.databaseUrl ? undefined : await launchDatabase(config.dataDir)
  const { runServer } = await import('./server.ts')
  const embedded = await database?.ready
  await runServer(config, config.databaseUrl ?? embedded?.url ?? '', {
    started,
    restart: () => void restart(),
  })
}

/** After a restore, ends everything and starts it again in this process. */
async function restart(): Promise<void> {
  if (ending) return
  console.log('\nSe restauró un respaldo: ImprimiTodo empieza de nuevo.')
  await stopAll()
  if (!ending) await start().catch(cannotStart)
}

/** Returns once the database's process is launched; `ready`: once it answers. */
async function launchDatabase(dataDir: string): Promise<{ ready: Promise<Embedded> }> {
  const launched = Promise.withResolvers<void>()
  const ready = startEmbedded(dataDir, { launched: launched.resolve, tell: (text) => console.error(text) })
  // One that still recovers from a crash ends with this process
  started.push(async () =>
    (
      await within(
        STARTING_MS,
        ready.catch(() => null),
      )
    )?.stop(),
  )
  await Promise.race([launched.promise, ready])
  return { ready }
}

async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  await stopAll()
  process.exit(code || process.exitCode)
}

/** Stops all parts, the database last. A second call waits for the first. */
async function stopAll(): Promise<void> {
  stopping = stopping.then(async () => {
    for (let stop = started.pop(); stop; stop = started.pop())
      try {
        await stop()
      } catch (error) {
        console.error(error) // the others must end all the same
        process.exitCode = 1
      }
  })
  await stopping
}
