// The first start of an agent: exchanges a code that the counter shows for the token that this folder keeps.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { pairApi } from '@imprimitodo/shared/api/agente'
import type { Answered } from '@imprimitodo/shared/api/endpoint'

type Vuelta = Answered<(typeof pairApi)['POST /api/agente/vincular']>

/** Which shop this folder belongs to, and its token there. */
export type Vinculo = {
  server: string
  token: string
  /** The key that new versions of the program are signed with; null: paired by a version that knew no key. */
  clave: string | null
}

/** The shop refused the code; the message is the shop's. */
export class CodigoRefused extends Error {}
/** The answer is not the shop's, such as a proxy's page, or the shop is down. */
export class NoEsLaTienda extends Error {}

const FILE = 'vinculo.json'
const CALL_MS = 20_000

/** Null: this folder was never paired, or its file is damaged; then the computer is paired again. */
export async function readVinculo(folder: string): Promise<Vinculo | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '')
  if (!text) return null
  const { server, token, clave } = fieldsOf(text)
  if (typeof server === 'string' && typeof token === 'string')
    return { server, token, clave: typeof clave === 'string' ? clave : null }
  console.error(`El archivo ${FILE} de esta carpeta está dañado: hay que vincular la computadora de nuevo.`)
  return null
}

function fieldsOf(text: string): Partial<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Partial<Record<string, unknown>>
  } catch {
    return {}
  }
}

/** Written whole or not at all, and readable by our user alone. */
export async function keepVinculo(folder: string, vinculo: Vinculo): Promise<void> {
  const path = join(folder, FILE)
  await writeFile(`${path}.nuevo`, JSON.stringify(vinculo), { mode: 0o600, flush: true })
  await rename(`${path}.nuevo`, path)
}

/** @throws CodigoRefused; anything else where the shop does not answer */
export async function exchangeCodigo(
  server: string,
  codigo: string,
  instancia: string,
): Promise<Omit<Vinculo, 'server'>> {
  const response = await fetch(`${server}/api/agente/vincular`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ codigo, instancia }),
    redirect: 'error',
    signal: AbortSignal.timeout(CALL_MS),
  })
  const text = await response.text()
  if (response.ok) {
    const { token, clave_programa }: Partial<Record<keyof Vuelta, unknown>> = fieldsOf(text)
    if (typeof token !== 'string') throw new NoEsLaTienda('exchangeCodigo: no token')
    return { token, clave: typeof clave_programa === 'string' ? clave_programa : null }
  }
  if (response.status >= 500) throw new NoEsLaTienda(`exchangeCodigo: ${response.status}`)
  throw new CodigoRefused(detailOf(text))
}

/** The shop's sentence; a proxy's page has none. */
function detailOf(text: string): string {
  const { detail } = fieldsOf(text)
  return typeof detail === 'string' ? detail : 'El sistema no acepta este código.'
}
