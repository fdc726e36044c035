import type { Send } from './buy.ts'
import { insist, Refused } from './insist.ts'

const TUS = { 'tus-resumable': '1.0.0' }

/** `read` answers the bytes from one place to another. */
export type Source = { bytes: number; read(from: number, to: number): Promise<Uint8Array> | Uint8Array }

/**
 * Sends it in pieces, as the web does: after a cut it asks how many bytes arrived and continues. @returns its
 * id
 */
export async function uploadInParts(send: Send, source: Source, piece: number): Promise<string> {
  const path = await insist(async () => {
    const headers = { ...TUS, 'upload-length': String(source.bytes) }
    const made = await send('/api/subidas', { method: 'POST', headers })
    if (made.status !== 201) throw new Refused('/api/subidas', made.status, await made.text())
    return `/api/subidas/${made.headers.get('location')?.split('/').at(-1)}`
  })
  let at = 0
  while (at < source.bytes)
    await insist(
      async () => {
        const body = (await source.read(at, Math.min(source.bytes, at + piece))) as BodyInit
        const headers = {
          ...TUS,
          'upload-offset': String(at),
          'content-type': 'application/offset+octet-stream',
        }
        const answer = await send(path, { method: 'PATCH', headers, body })
        if (answer.status !== 204) throw new Refused(path, answer.status, await answer.text())
        at = Number(answer.headers.get('upload-offset'))
      },
      async () => {
        const answer = await send(path, { method: 'HEAD', headers: TUS })
        if (!answer.ok) throw new Refused(path, answer.status, '')
        at = Number(answer.headers.get('upload-offset'))
      },
    )
  return path.split('/').at(-1) ?? ''
}
