import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { black, colored, flate, stream, tinyPages, tinyPdf } from '../../testing/tiny-pdf.ts'
import { createPdfEngine } from './engine.ts'
import { EngineDown } from './port.ts'
import { runEmbedded } from './qpdf/qpdf-embedded.ts'

const folder = mkdtempSync(join(tmpdir(), 'pdf-hostil-'))
const engine = createPdfEngine({ workers: 1 })

beforeAll(() => writeFileSync(join(folder, 'bueno.pdf'), black(3)))
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** The engine answers a good file, whatever came before. */
async function stillServes(): Promise<void> {
  expect((await engine.inspect(join(folder, 'bueno.pdf'))).pages).toBe(3)
}

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'

describe('files that are refused', () => {
  test.each([
    ['text', 'hola', 'no-es-pdf'],
    ['a web page', '<!doctype html><html><body>%PD</body></html>', 'no-es-pdf'],
    ['nothing', '', 'vacio'],
    ['an archive that holds a PDF', Buffer.concat([Buffer.from('PK\x03\x04'), black(1)]), 'no-es-pdf'],
    [
      'a picture with a PDF behind it',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), black(1)]),
      'no-es-pdf',
    ],
    ['a signature alone', '%PDF-1.7\n', 'danado'],
    ['a PDF cut within its first object', black(1).subarray(0, 30), 'danado'],
    ['no pages', tinyPdf([CATALOG, '<< /Type /Pages /Count 0 /Kids [] >>']), 'sin-paginas'],
    [
      'a page tree that bites its tail',
      tinyPdf([CATALOG, '<< /Type /Pages /Count 3 /Kids [3 0 R 2 0 R 2 0 R] >>', PAGE]),
      'danado',
    ],
    [
      'a page that is missing',
      tinyPdf([CATALOG, '<< /Type /Pages /Count 2 /Kids [3 0 R 9 0 R] >>', PAGE]),
      'danado',
    ],
    [
      'a crop box outside its page',
      tinyPages([{ entries: '/MediaBox [0 0 595 842] /CropBox [1000 1000 2000 2000]' }]),
      'danado',
    ],
  ])('%s', async (name, content, reason) => {
    await expect(engine.inspect(file(`${name}.pdf`, content))).rejects.toMatchObject({ reason })
  })

  test('a sparse file of 5 GiB', async () => {
    const path = join(folder, 'enorme.pdf')
    const fd = openSync(path, 'w')
    writeSync(fd, black(1))
    ftruncateSync(fd, 5 * 2 ** 30)
    closeSync(fd)
    await expect(engine.inspect(path)).rejects.toMatchObject({ reason: 'demasiado-grande' })
  })

  test('a file that needs a password, and not one that only restricts printing', async () => {
    const good = { path: join(folder, 'bueno.pdf') }
    const encrypt = async (name: string, user: string) => {
      const path = join(folder, name)
      const permissions = ['--print=none', '--']
      const words = [good, '--encrypt', `--user-password=${user}`, '--owner-password=b', '--bits=256']
      await runEmbedded({ words: [...words, ...permissions], out: path, ms: 10_000 })
      return path
    }
    await expect(engine.inspect(await encrypt('clave.pdf', 'a'))).rejects.toMatchObject({ reason: 'cifrado' })
    const restricted = await encrypt('duenio.pdf', '')
    expect((await engine.inspect(restricted)).pages).toBe(3)
    const out = join(folder, 'duenio-impreso.pdf')
    await engine.assemble(
      [{ path: restricted, pages: [[1, 3]], grey: false, blankBacks: false, fillSheet: false }],
      out,
    )
    expect(readFileSync(out, 'latin1')).not.toContain('/Encrypt')
    expect((await engine.inspect(out)).pages).toBe(3)
  })
})

test('a page tree whose /Count lies is counted page by page', async () => {
  const liar = tinyPdf([CATALOG, '<< /Type /Pages /Count 2000000000 /Kids [3 0 R] >>', PAGE])
  const answer = engine.inspect(file('mentira.pdf', liar)).then(
    ({ pages }) => pages,
    (error) => error.reason,
  )
  expect([1, 'danado']).toContain(await answer)
  await stillServes()
})

describe('a page that takes too long counts as colour, and the next file is served', () => {
  const FOREVER = [[true]]
  const SLOW = [[true], [false]] // a fast machine comes to its end: it is black
  test.each([
    [
      'an image of 40,000 x 40,000',
      () =>
        tinyPages(
          [
            {
              content: 'q 595 0 0 842 0 0 cm /I Do Q',
              entries: '/MediaBox [0 0 595 842] /Resources << /XObject << /I 100 0 R >> >>',
            },
          ],
          [
            flate(
              Buffer.alloc(40_000 * 5_000),
              '/Type /XObject /Subtype /Image /Width 40000 /Height 40000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
            ),
          ],
        ),
      SLOW,
    ],
    [
      'a hundred million strokes',
      () =>
        tinyPages(
          [{ entries: '/MediaBox [0 0 595 842] /Contents 100 0 R' }],
          [flate(Buffer.alloc(3e8, '0 0 m 9 9 l S\n'))],
        ),
      SLOW,
    ],
    [
      'forms that draw forms, ten each, ten deep',
      () =>
        tinyPages(
          [
            {
              content: '/F Do',
              entries: '/MediaBox [0 0 595 842] /Resources << /XObject << /F 100 0 R >> >>',
            },
          ],
          Array.from({ length: 10 }, (_, depth) =>
            stream(
              depth < 9 ? '/F Do '.repeat(10) : '0 0 9 9 re f',
              `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F ${101 + depth} 0 R >> >>`,
            ),
          ),
        ),
      FOREVER,
    ],
  ])('%s', async (name, make, found) => {
    const path = file(`${name}.pdf`, make())
    expect(found).toContainEqual(await engine.colorPages(path, 1, 1))
    await stillServes()
  })

  test('a page of 14,400,000 points is looked at, and shown', async () => {
    const path = file(
      'gigante.pdf',
      tinyPages([{ content: '1 0 0 rg 0 0 9e6 9e6 re f', entries: '/MediaBox [0 0 14400000 14400000]' }]),
    )
    expect(await engine.colorPages(path, 1, 1)).toEqual([true])
    expect((await engine.thumbnail(path, 1, 200)).length).toBeGreaterThan(50)
  })
})

describe('children', () => {
  test('a child killed in the middle of a job: another one does it', async () => {
    const path = file('mucho.pdf', black(400))
    const before = new Set(engine.pids())
    let killed = false
    const colors = await engine.colorPages(path, 1, 400, {
      onProgress: (page) => {
        if (page !== 20 || killed) return
        killed = true
        for (const pid of engine.pids()) process.kill(pid, 'SIGKILL')
      },
    })
    expect(killed).toBe(true)
    expect(colors).toEqual(Array(400).fill(false))
    expect(engine.pids().some((pid) => !before.has(pid))).toBe(true)
  })

  test('children that are killed from outside one after the other are not the file’s fault', async () => {
    const path = join(folder, 'matados.pdf')
    execFileSync('mkfifo', [path]) // opening it never returns
    const killing = setInterval(() => {
      for (const pid of engine.pids().filter(isAlive)) process.kill(pid, 'SIGKILL')
    }, 500)
    onTestFinished(() => clearInterval(killing))
    await expect(engine.inspect(path)).rejects.toThrow(EngineDown)
    await expect(engine.colorPages(path, 1, 1)).rejects.toThrow(EngineDown)
    await expect(engine.prove(path, 2)).rejects.toThrow(EngineDown)
  })

  test('an aborted call ends at once, queued or running, and says why', async () => {
    const path = file('abortado.pdf', colored(2_000))
    const why = new Error('ya no')
    const running = new AbortController()
    const started = Promise.withResolvers<void>()
    const first = engine.colorPages(path, 1, 2_000, {
      signal: running.signal,
      onProgress: () => started.resolve(),
    })
    const waiting = new AbortController()
    const second = engine.colorPages(path, 1, 2_000, { signal: waiting.signal })
    await started.promise
    waiting.abort(why)
    await expect(second).rejects.toBe(why)
    running.abort(why)
    await expect(first).rejects.toBe(why)
    await stillServes()
  })

  test('counting does not wait for colour', async () => {
    const path = file('largo.pdf', colored(3_000))
    const stop = new AbortController()
    const started = Promise.withResolvers<void>()
    const long = engine.colorPages(path, 1, 3_000, {
      signal: stop.signal,
      onProgress: () => started.resolve(),
    })
    await started.promise
    await stillServes()
    stop.abort()
    await expect(long).rejects.toThrow()
  })

  test('of one sender’s many slow files another sender waits for one', async () => {
    const slow = file('lento.pdf', black(3_000))
    const small = file('chico.pdf', black(1))
    let read = 0
    const many = Array.from({ length: 8 }, async () => {
      await engine.inspect(slow, { sender: '198.18.0.1' })
      read++
    })
    expect(await engine.inspect(small, { sender: '198.18.0.2' })).toMatchObject({ pages: 1 })
    expect(read).toBeLessThanOrEqual(3) // two begin at once
    await Promise.all(many)
  })

  test('a damaged file is repaired before heavy work that came later, whatever its sender has read', async () => {
    // Its table is not where the end says, so it is repaired before it is counted
    const text = black(2).toString('latin1')
    const damaged = file('roto.pdf', Buffer.from(text.replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1'))
    const good = file('sano.pdf', colored(40))
    const stop = new AbortController()
    const started = Promise.withResolvers<void>()
    const long = engine.colorPages(file('largo.pdf', colored(3_000)), 1, 3_000, {
      signal: stop.signal,
      onProgress: () => started.resolve(),
    })
    await started.promise
    const ended: string[] = []
    const note = (what: string) => () => void ended.push(what)
    const repaired = engine.inspect(damaged, { sender: '198.18.0.1' }).then(({ reparado }) => {
      ended.push(reparado ? 'repaired' : 'sound')
    })
    await stillServes() // behind the damaged file's first look
    await setTimeout(1_000) // its repair waits now, on a loaded machine too
    const later = [1, 2, 3].map(() => engine.colorPages(good, 1, 40).then(note('later')))
    stop.abort()
    await expect(long).rejects.toThrow()
    await Promise.all([repaired, ...later])
    expect(ended.at(-1)).toBe('later')
  })

  test('a missing file is an error, not a refusal of the PDF', async () => {
    await expect(engine.inspect(join(folder, 'no-existe.pdf'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

/** A server with one child, which inspects a file. */
async function serverWithChild(path: string) {
  const script = `import { createPdfEngine } from ${JSON.stringify(new URL('./engine.ts', import.meta.url).href)}
    const engine = createPdfEngine({ workers: 1 })
    engine.inspect(${JSON.stringify(path)})
    process.stdout.write(engine.pids().join(' '))`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [data] = await once(server.stdout, 'data')
  const pids = String(data).split(' ').map(Number)
  expect(pids).toHaveLength(1)
  return { server, pids }
}

test('a child stuck in a call ends by itself when its server was killed with SIGKILL', async () => {
  const path = join(folder, 'atasco.pdf')
  execFileSync('mkfifo', [path]) // opening it never returns, so the child's event loop stands still
  const { server, pids } = await serverWithChild(path)
  await setTimeout(700) // the child is stuck by now
  expect(pids.filter(isAlive)).toEqual(pids)
  server.kill('SIGKILL')
  await expect.poll(() => pids.filter(isAlive), { timeout: 20_000, interval: 100 }).toEqual([])
})

test('children that were starting end when their server was killed, too', async () => {
  const path = file('arranque.pdf', colored(1))
  const pids = await Promise.all(
    [0, 50, 100, 150, 200, 300, 400, 500].map(async (ms) => {
      const started = await serverWithChild(path)
      await setTimeout(ms)
      started.server.kill('SIGKILL')
      return started.pids
    }),
  )
  await expect.poll(() => pids.flat().filter(isAlive), { timeout: 20_000, interval: 100 }).toEqual([])
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
