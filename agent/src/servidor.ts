// The shop's side of the conversation, over plain HTTP calls that only ever go out.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { agenteApi } from '@imprimitodo/shared/api/agente'
import type { Answered, Sent } from '@imprimitodo/shared/api/endpoint'
import type { Plataforma } from '@imprimitodo/shared/rules/taller/programa'
import type { Carpeta } from './carpeta.ts'
import { isOutOfSpace, needFreeSpace, sizeOf } from './disk.ts'

type Tareas = Answered<(typeof agenteApi)['GET /api/agente/tareas']>
type Informe = Sent<(typeof agenteApi)['POST /api/agente/informe'], 'body'>
type Vuelta = Answered<(typeof agenteApi)['POST /api/agente/informe']>
type Computadora = Sent<(typeof agenteApi)['POST /api/agente/computadora'], 'body'>
type Firmado = Answered<(typeof agenteApi)['GET /api/agente/programa']>

/** The token is no longer valid: the agent has to stop. */
export class TokenRefused extends Error {}

export type Servidor = {
  tareas(esperaS: number, signal: AbortSignal): Promise<Tareas>
  /** Whether the work is still this agent's. Rejects when the server cannot be reached. */
  authorise(of: { intento: number; cerca: number }): Promise<boolean>
  informe(informe: Informe): Promise<Vuelta>
  /** Downloads a whole and verified copy to this disk. A download that was cut goes on where it stopped. */
  documento(of: { sha256: string; bytes: number }): Promise<string>
  /** @returns the version of the program that the shop hands out; null: none */
  computadora(computadora: Computadora): Promise<string | null>
  programa: {
    manifiesto(plataforma: Plataforma): Promise<Firmado>
    archivo(of: { plataforma: Plataforma; sha256: string }, path: string, signal: AbortSignal): Promise<void>
  }
}

const AUTORIZAR = '/api/agente/autorizar'
const CALL_MS = 20_000
const DOCUMENT_SILENCE_MS = 60_000
/** Long, since the shop may have to make the manifest first. */
const MANIFIESTO_MS = 120_000

export function createServidor(
  base: string,
  token: string,
  { documentos: folder, instancia }: Pick<Carpeta, 'documentos' | 'instancia'>,
): Servidor {
  const headers = { authorization: `Bearer ${token}`, 'x-agente-instancia': instancia }

  async function call<T>(method: 'GET' | 'POST', path: string, body: object | null, signal: AbortSignal) {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    })
    const text = await response.text()
    if (response.status === 401) throw new TokenRefused()
    if (response.status === 409 && path !== AUTORIZAR) throw new Error('otra computadora usa este token')
    return { status: response.status, data: response.ok ? (JSON.parse(text) as T) : null }
  }

  async function need<T>(method: 'GET' | 'POST', path: string, body: object | null, signal: AbortSignal) {
    const { status, data } = await call<T>(method, path, body, signal)
    if (data === null) throw new Error(`${path}: ${status}`)
    return data
  }

  return {
    tareas: (esperaS, signal) =>
      need(
        'GET',
        `/api/agente/tareas?espera=${esperaS}`,
        null,
        AbortSignal.any([signal, AbortSignal.timeout(esperaS * 1000 + CALL_MS)]),
      ),
    async authorise(of) {
      const { status } = await call('POST', AUTORIZAR, of, AbortSignal.timeout(CALL_MS))
      if (status !== 200 && status !== 409) throw new Error(`autorizar: ${status}`)
      return status === 200
    },
    informe: (informe) => need('POST', '/api/agente/informe', informe, AbortSignal.timeout(CALL_MS)),

    async documento({ sha256, bytes }) {
      const path = join(folder, `${sha256}.pdf`)
      if (await isWhole(path, sha256, bytes)) return path
      const part = `${path}.parte`
      await needFreeSpace(folder, bytes - (await sizeOf(part)))
      await download(`${base}/api/agente/documento/${sha256}`, headers, part)
      if (!(await isWhole(part, sha256, bytes))) {
        await rm(part, { force: true })
        throw new Error('The document that came is not the one that was announced.')
      }
      await rename(part, path)
      return path
    },

    async computadora(computadora) {
      const tell = (told: typeof computadora) =>
        call<{ programa: string | null }>(
          'POST',
          '/api/agente/computadora',
          told,
          AbortSignal.timeout(CALL_MS),
        )
      const first = await tell(computadora)
      // A printer that reports something strange must not keep this computer from the shop's new versions
      const { data } = first.status === 400 ? await tell({ ...computadora, encontradas: [] }) : first
      return data?.programa ?? null // a shop of an older version does not send it
    },
    programa: {
      manifiesto: (plataforma) =>
        need(
          'GET',
          `/api/agente/programa?plataforma=${plataforma}`,
          null,
          AbortSignal.timeout(MANIFIESTO_MS),
        ),
      archivo: ({ plataforma, sha256 }, path, signal) =>
        download(`${base}/api/agente/programa/${plataforma}/${sha256}`, headers, path, signal),
    },
  }
}

/**
 * Appends to `part`, from where it ends; a part that fills the disk is deleted. The whole document is never in
 * memory.
 */
async function download(
  url: string,
  headers: Record<string, string>,
  part: string,
  signal?: AbortSignal,
): Promise<void> {
  const from = await sizeOf(part)
  const silence = new AbortController()
  const patience = () => setTimeout(() => silence.abort(), DOCUMENT_SILENCE_MS)
  let timer = patience()
  try {
    const range: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
    const response = await fetch(url, {
      headers: { ...headers, ...range },
      redirect: 'error',
      signal: signal ? AbortSignal.any([silence.signal, signal]) : silence.signal,
    })
    if (!response.ok || !response.body) {
      await response.text()
      // The part is longer than the document: it was begun with other bytes
      if (response.status === 416) await rm(part, { force: true })
      throw new Error(`${new URL(url).pathname}: ${response.status}`)
    }
    const source = Readable.fromWeb(response.body as ReadableStream)
    source.on('data', () => {
      clearTimeout(timer)
      timer = patience()
    })
    await pipeline(
      source,
      createWriteStream(part, { flags: response.status === 206 ? 'a' : 'w', mode: 0o600 }),
    )
  } catch (error) {
    if (isOutOfSpace(error)) await rm(part, { force: true })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function isWhole(path: string, sha256: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (found?.size !== bytes) return false
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex') === sha256
}
