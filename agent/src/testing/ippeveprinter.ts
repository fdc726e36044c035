// Starts ippeveprinter, the printer that comes with CUPS, on loopback, where it is installed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sheet } from './printer.ts'
import { findTool } from './tools.ts'

export const TOOLS = ['ippeveprinter', 'dbus-daemon']

/** `fast`: a moment for each job. `paper`: stops until another mode is set. `abort`: stops half way for good. */
export type RealMode = 'fast' | 'paper' | 'abort'

export type RealPrinter = {
  port: number
  uri: string
  /** One for each start of its print command, in order. */
  paper(): Omit<Sheet, 'cuenta' | 'options' | 'truncated' | 'sinColor'>[]
  mode(mode: RealMode): void
  /** Switched off and on: jobs forgotten, numbers from 1 again. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** An A4 copier that prints both sides and colour and staples. */
const COPIER = `
ATTR boolean color-supported true
ATTR integer pages-per-minute 40
ATTR integer pages-per-minute-color 35
ATTR keyword sides-supported one-sided,two-sided-long-edge,two-sided-short-edge
ATTR keyword sides-default one-sided
ATTR keyword print-color-mode-supported auto,color,monochrome
ATTR keyword print-color-mode-default auto
ATTR keyword media-supported iso_a4_210x297mm
ATTR keyword media-default iso_a4_210x297mm
ATTR keyword media-ready iso_a4_210x297mm
ATTR enum finishings-supported 3,4
ATTR enum finishings-default 3
ATTR rangeOfInteger copies-supported 1-999
ATTR keyword multiple-document-handling-supported separate-documents-collated-copies
ATTR keyword print-scaling-supported auto,none
ATTR mimeMediaType document-format-supported application/octet-stream,application/pdf
`

/**
 * Stands in for the mechanism: one line each time paper would move. Its messages on stderr are CUPS's own.
 */
const COMMAND = `#!/bin/sh
lab=$(dirname "$0")
sum=$(sha256sum "$1" | cut -c1-64)
printf '%s|%s|%s|%s|%s|%s|%s|%s\\n' "$IPP_JOB_ID" "$IPP_JOB_NAME" "$IPP_SIDES" "$IPP_PRINT_COLOR_MODE" \\
  "$IPP_COPIES" "$IPP_MEDIA" "$sum" "$(wc -c <"$1")" >>"$lab/paper"
case $(cat "$lab/mode") in
abort)
  echo 'ATTR: job-impressions-completed=46' >&2
  echo 'ERROR: se trabó' >&2
  exit 1 ;;
paper)
  echo 'STATE: +media-empty-error,media-needed-error' >&2
  while [ "$(cat "$lab/mode")" = paper ]; do sleep 0.1; done
  echo 'STATE: -media-empty-error,media-needed-error' >&2 ;;
esac
`

export async function startIppeveprinter(): Promise<RealPrinter> {
  const folder = mkdtempSync(join(tmpdir(), 'ippeve-'))
  const at = (name: string) => join(folder, name)
  mkdirSync(at('spool'))
  writeFileSync(at('copier.conf'), COPIER)
  writeFileSync(at('print'), COMMAND)
  chmodSync(at('print'), 0o700)
  writeFileSync(at('paper'), '')
  const mode = (next: RealMode) => writeFileSync(at('mode'), next)
  mode('fast')
  const port = await freePort()
  // ippeveprinter connects to D-Bus before it reads its option not to announce itself
  const bus = `unix:path=${at('bus')}`
  const busDaemon = start('dbus-daemon', ['--session', '--nofork', `--address=${bus}`], {})
  await until(() => existsSync(at('bus')), 'a bus')
  let printer: ChildProcess
  async function plugIn(): Promise<void> {
    const args = ['-r', 'off', '-p', String(port), '-n', 'localhost', '-d', at('spool'), '-k']
    printer = start('ippeveprinter', [...args, '-a', at('copier.conf'), '-c', at('print'), 'Copiadora'], {
      DBUS_SYSTEM_BUS_ADDRESS: bus,
    })
    await until(() => answers(port), 'ippeveprinter')
  }
  await plugIn()
  return {
    port,
    uri: `ipp://127.0.0.1:${port}/ipp/print`,
    mode,
    paper: () =>
      readFileSync(at('paper'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [job, name, sides, color, copies, media, sha256, bytes] = line.split('|')
          return {
            job: Number(job),
            name: name ?? '',
            sides: sides ?? '',
            color: color ?? '',
            copies: Number(copies),
            media: media ?? '',
            sha256: sha256 ?? '',
            bytes: Number(bytes),
          }
        }),
    async restart() {
      await kill(printer)
      await plugIn()
    },
    async close() {
      mode('fast')
      await kill(printer)
      await kill(busDaemon)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function start(tool: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(findTool(tool) ?? tool, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = once(child, 'exit')
  child.kill('SIGKILL')
  await over
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('No address')
  return address.port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

async function until(is: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await is())) {
    if (performance.now() > deadline) throw new Error(`${what} does not start`)
    await sleep(20)
  }
}
