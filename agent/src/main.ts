// npm run agent -- --server https://imprimitodo.example --token T [--folder ./agente]
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runAgente } from './agente.ts'
import { CarpetaOcupada } from './carpeta.ts'
import { TokenRefused } from './servidor.ts'

const UNSAFE =
  'La dirección del sistema tiene que empezar con https://. Con http:// cualquiera que esté en el camino podría leer el token y los documentos; solo se acepta hacia esta misma computadora (http://localhost).'
const USAGE = 'Uso: npm run agent -- --server https://tu-sitio --token EL_TOKEN [--folder ./agente]'

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { server: { type: 'string' }, token: { type: 'string' }, folder: { type: 'string' } },
  })
  const server = values.server ?? process.env.AGENTE_SERVER
  // From the environment too: every user of the machine can read a command line
  const token = values.token ?? process.env.AGENTE_TOKEN
  if (!server || !token || !URL.canParse(server)) {
    console.error(USAGE)
    return 2
  }
  if (!isPrivate(new URL(server))) {
    console.error(UNSAFE)
    return 2
  }
  const stop = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort())
  const folder = resolve(values.folder ?? process.env.AGENTE_FOLDER ?? './agente')
  const log = (text: string) => console.log(`${new Date().toISOString()} ${text}`)
  log(`agente de impresión: ${server}`)
  try {
    await runAgente({ server, token, folder, log, signal: stop.signal })
    return 0
  } catch (error) {
    if (error instanceof CarpetaOcupada) {
      console.error(`Ya hay un agente que usa la carpeta ${folder}: alcanza con uno.`)
      return 1
    }
    if (!(error instanceof TokenRefused)) throw error
    console.error('El sistema no acepta este token: pedí uno nuevo en Mostrador > Impresoras.')
    return 1
  }
}

/** Over TLS, or no further than this computer. */
const isPrivate = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))

process.umask(0o077) // documents of customers
process.exitCode = await main()
