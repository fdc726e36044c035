import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { request } from 'node:http'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const BOUNDARY = 'x-imprimitodo-bench'

/**
 * The same multipart body for the shop and for the bare sink: archivos_data, then the files from disk. `from`: the
 * sender's address, whose unpaid files have a limit.
 */
export async function sendFiles(
  url: string,
  files: string[],
  from = '127.0.0.1',
): Promise<{ status: number; text: string; ms: number }> {
  const data = JSON.stringify(files.map((file) => ({ nombre: basename(file), doble_faz: 1 })))
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="archivos_data"\r\n\r\n${data}\r\n`
  const heads = files.map(
    (file) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="archivos"; filename="${basename(file)}"\r\nContent-Type: application/pdf\r\n\r\n`,
  )
  const tail = `--${BOUNDARY}--\r\n`
  const length =
    Buffer.byteLength(head) +
    files.reduce(
      (sum, file, index) => sum + Buffer.byteLength(heads[index] ?? '') + statSync(file).size + 2,
      0,
    ) +
    tail.length
  const started = performance.now()
  const sent = request(`${url}/api/upload_archivo`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': length,
      'x-forwarded-for': from,
    },
  })
  const answered = once(sent, 'response')
  sent.write(head)
  for (const [index, file] of files.entries()) {
    sent.write(heads[index])
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 ** 2 }))
      if (!sent.write(chunk)) await once(sent, 'drain')
    sent.write('\r\n')
  }
  sent.end(tail)
  const [response] = await answered
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text, ms: performance.now() - started }
}

/** A bare node:http server that writes what it gets to `file`. */
export async function startSink(file: string): Promise<{ url: string; stop(): void }> {
  const script = fileURLToPath(new URL('./sink.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { url: `http://127.0.0.1:${String(port).trim()}`, stop: () => void child.kill() }
}
