// npm run agent -- --server https://imprimitodo.example [--codigo ABCD-EFGH-JKMN] [--folder ./agente]
// [--red 192.168.0.10]: looks for printers in the network of that address of this computer alone; `no`: looks for none.
// [--vincular]: pairs and ends, as an installer does.
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { runAgente } from './agente.ts'
import { CarpetaOcupada, openCarpeta } from './carpeta.ts'
import { isOutOfSpace } from './disk.ts'
import { underLauncher } from './programa/bajo-lanzador.ts'
import { REPLACED } from './programa/launch.ts'
import { TokenRefused } from './servidor.ts'
import {
  CodigoRefused,
  exchangeCodigo,
  keepVinculo,
  NoEsLaTienda,
  readVinculo,
  type Vinculo,
} from './vinculo.ts'

const UNSAFE =
  'La dirección del sistema tiene que empezar con https://. Con http:// cualquiera que esté en el camino podría leer el token y los documentos; solo se acepta hacia esta misma computadora (http://localhost).'
const USAGE = 'Uso: npm run agent -- --server https://tu-sitio [--codigo EL_CODIGO] [--folder ./agente]'
const NO_CODE = 'No se escribió ningún código.'
const TRIES = 3

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      server: { type: 'string' },
      codigo: { type: 'string' },
      token: { type: 'string' },
      folder: { type: 'string' },
      red: { type: 'string' },
      vincular: { type: 'boolean' },
    },
  })
  const folder = resolve(values.folder ?? process.env.AGENTE_FOLDER ?? './agente')
  const server = values.server ?? process.env.AGENTE_SERVER ?? (await readVinculo(folder))?.server
  if (!server || !URL.canParse(server)) {
    console.error(USAGE)
    return 2
  }
  if (!isPrivate(new URL(server))) {
    console.error(UNSAFE)
    return 2
  }
  try {
    // The token may come from the environment too, since every user of the machine can read a command line
    const given = values.token ?? process.env.AGENTE_TOKEN
    const vinculo = given
      ? { token: given, clave: null }
      : await pairedWith(folder, server.replace(/(?<!\/)\/+$/, ''), values.codigo)
    if (!vinculo) {
      console.error(values.vincular ? NO_CODE : USAGE)
      return 2
    }
    if (values.vincular) return 0
    return await run({ ...vinculo, server }, folder, values.red ?? process.env.AGENTE_RED)
  } catch (error) {
    console.error(sentenceOf(error, { folder, server }))
    return 1
  }
}

async function run(vinculo: Vinculo, folder: string, red: string | undefined): Promise<number> {
  const { server, token } = vinculo
  const stop = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort())
  const log = (text: string) => console.log(`${new Date().toISOString()} ${text}`)
  log(`agente de impresión: ${server}`)
  const isReplaced = await runAgente({
    server,
    token,
    folder,
    log,
    signal: stop.signal,
    ...underLauncher(vinculo, log, () => stop.abort()),
    ...(red !== 'no' && { look: red ? { interface: red } : {} }),
  })
  return isReplaced ? REPLACED : 0
}

/**
 * The token that the folder keeps, or the one that the shop gives for a pairing code. The code is taken from the command line, or
 * asked for here. Null: no code was typed.
 */
async function pairedWith(
  folder: string,
  server: string,
  codigo: string | undefined,
): Promise<Omit<Vinculo, 'server'> | null> {
  const kept = await readVinculo(folder)
  const own = kept?.server === server ? kept : null
  if (own && !codigo) return own
  const carpeta = await openCarpeta(folder)
  try {
    const pair = (typed: string) => exchangeCodigo(server, typed, carpeta.instancia)
    const made = codigo
      ? await pair(codigo).catch((error) => keptInstead(error, own))
      : await pairAsking(pair)
    if (!made || made === own) return made
    await keepVinculo(folder, { server, ...made })
    console.log('Listo: esta computadora quedó vinculada.')
    return made
  } finally {
    await carpeta.close()
  }
}

/** A service starts with the same command line each time: its code was already used, by this folder. */
function keptInstead<Kept>(error: unknown, own: Kept | null): Kept {
  if (own && error instanceof CodigoRefused) return own
  throw error
}

async function pairAsking<Made>(pair: (typed: string) => Promise<Made>): Promise<Made | null> {
  // One reader for all tries: a second one would lose what was typed ahead
  const input = createInterface({ input: process.stdin })
  const lines = input[Symbol.asyncIterator]()
  try {
    for (let left = TRIES; ; left--) {
      process.stdout.write('Código que muestra Impresoras: ')
      const { value } = await lines.next()
      const typed = value?.trim()
      if (!typed) return null // no person at the keyboard, as in a service
      try {
        return await pair(typed)
      } catch (error) {
        if (!(error instanceof CodigoRefused) || left === 1) throw error
        console.error(error.message)
      }
    }
  } finally {
    input.close()
  }
}

/** @throws errors that are bugs of ours */
function sentenceOf(error: unknown, { folder, server }: { folder: string; server: string }): string {
  if (error instanceof CarpetaOcupada)
    return `Ya hay un agente que usa la carpeta ${folder}: alcanza con uno.`
  if (isOutOfSpace(error)) return `No hay lugar en el disco de ${folder}: liberá espacio, y probá de nuevo.`
  if (error instanceof TokenRefused)
    return 'El sistema no acepta este token: pedí un código nuevo en Mostrador > Impresoras, y arrancá con --codigo.'
  if (error instanceof CodigoRefused) return error.message
  // fetch throws these when the server cannot be reached or does not answer in time
  const isAway = error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')
  if (isAway || error instanceof NoEsLaTienda)
    return `No se pudo hablar con ${server}: fijate que la dirección sea esa y que haya internet, y probá de nuevo.`
  throw error
}

/** Whether the connection is over TLS, or stays on this computer. */
const isPrivate = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))

process.umask(0o077) // documents of customers
// An error that main throws is a bug of ours, and ends the process
void main().then((code) => {
  process.exitCode = code
})
