// The steps of this agent, each on disk before the next one: a power cut leaves a line too many, never one too few.
import { existsSync } from 'node:fs'
import { type FileHandle, open, readFile, rename, stat, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Tarea } from '@imprimitodo/shared/api/agente'
import type { Fase } from '@imprimitodo/shared/rules/taller/impresion'
import { syncFolder } from '../sync-folder.ts'

/** A line. The first of an attempt carries the whole task, so that a restart can go on without the server. */
export type Nota = {
  intento: number
  cerca: number
  seq: number
  fase: Fase
  job_id: number | null
  uuid: string | null
  impresiones: number | null
  mensaje: string | null
  tarea?: Tarea
}

/** Where an attempt begins; never written. */
export const firstNota = ({ intento, cerca }: Tarea): Nota => ({
  intento,
  cerca,
  seq: 0,
  fase: 'tomado',
  job_id: null,
  uuid: null,
  impresiones: null,
  mensaje: null,
})

/** The line after `ultima`, of the same job; the first one that is written carries the work. */
export const nextNota = ({ intento, cerca, seq, fase, job_id, uuid }: Nota, tarea: Tarea): Nota => ({
  intento,
  cerca,
  seq: seq + 1,
  fase,
  job_id,
  uuid,
  impresiones: null,
  mensaje: null,
  ...(seq === 0 && { tarea }),
})

export type Journal = {
  /** Durable when it resolves. */
  write(nota: Nota): Promise<void>
  /** All lines, in order, of each attempt whose end the server does not know yet. */
  attempts(): Map<number, Nota[]>
  /** The server knows all of this attempt. */
  forget(intento: number): Promise<void>
  close(): Promise<void>
}

/** A torn last line, which a power cut leaves, is dropped: nothing followed from it. */
export async function openJournal(path: string): Promise<Journal> {
  const attempts = new Map<number, Nota[]>()
  if (existsSync(path))
    for (const line of (await readFile(path, 'utf8')).split('\n')) {
      const nota = parse(line)
      if (nota) add(nota)
    }
  const file: FileHandle = await rewrite()
  /** All lines up to this length are whole. */
  let length = (await stat(path)).size
  let last: Promise<unknown> = Promise.resolve()

  function add(nota: Nota): void {
    const lines = attempts.get(nota.intento) ?? []
    lines.push(nota)
    attempts.set(nota.intento, lines)
  }

  /** Keeps only open attempts: the file stays small for years. */
  async function rewrite(): Promise<FileHandle> {
    const fresh = `${path}.nuevo`
    const writing = await open(fresh, 'w', 0o600)
    for (const line of [...attempts.values()].flat()) await writing.write(`${JSON.stringify(line)}\n`)
    await writing.sync()
    await writing.close()
    await rename(fresh, path)
    await syncFolder(dirname(path))
    return open(path, 'a', 0o600)
  }

  /** One write after the other, each whole. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }

  return {
    write: (nota) =>
      inTurn(async () => {
        const line = Buffer.from(`${JSON.stringify(nota)}\n`)
        try {
          await file.appendFile(line)
          await file.datasync()
        } catch (error) {
          // A full disk took half of the line: the next one must not stand behind that half. Cut by its name,
          // since Windows cuts no file that is open for appending
          await truncate(path, length).catch(() => {})
          throw error
        }
        length += line.length
        add(nota)
      }),
    attempts: () => attempts,
    forget: (intento) =>
      inTurn(async () => {
        attempts.delete(intento)
        if (attempts.size > 0) return
        // Emptied, not replaced: Windows gives no other file the name of an open one
        await truncate(path)
        length = 0
        await file.datasync()
      }),
    close: () => inTurn(() => file.close()),
  }
}

function parse(line: string): Nota | null {
  try {
    const nota = JSON.parse(line)
    return typeof nota?.intento === 'number' ? nota : null
  } catch {
    return null
  }
}
