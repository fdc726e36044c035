import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { DEFAULT_OPCIONES, isPdfName, type Opciones, sameNombre } from '@imprimitodo/shared/rules/archivo'
import { freeNombre } from '@imprimitodo/shared/rules/recepcion'
import { useEffect, useRef, useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { upload } from '../../api/upload.ts'

/** `file` null: it came from the customer's phone, and only `subida` names it. */
export type Archivo = {
  id: number
  nombre: string
  file: File | null
  opciones: Opciones
  subida: string | null
}

/** Sent with an upload that has no customer yet: the counter says who it is when it charges. */
const ANONYMOUS = { email: 'anonimo@imprimitodo.local', celular: '0000000000', sucursal: 'Alberdi' }
const PAUSE_MS = 350

type Estado = {
  cotizacion: Cotizacion | null
  /** Percent of the bytes that are on their way; null when nothing is. */
  progreso: number | null
  problema: string | null
}
const NADA: Estado = { cotizacion: null, progreso: null, problema: null }

/**
 * The files of the order that is being taken, priced by the server whenever they or their options change. Bytes go
 * once: a new price names those that are there.
 */
export function useCotizacion() {
  const [archivos, setArchivos] = useState<readonly Archivo[]>([])
  const [estado, setEstado] = useState<Estado>(NADA)
  const [intento, setIntento] = useState(0)
  const carrito = useRef(newId())
  const next = useRef(1)
  const asked = archivos.map(({ id, opciones }) => [id, opciones])
  const key = JSON.stringify([asked, intento])
  const latest = useRef(archivos)
  latest.current = archivos

  // biome-ignore lint/correctness/useExhaustiveDependencies: a `subida` that arrives asks for no new price
  useEffect(() => {
    if (latest.current.length === 0) return setEstado(NADA)
    const gone = new AbortController()
    setEstado((before) => ({ ...before, cotizacion: null, progreso: 0, problema: null }))
    const timer = setTimeout(async () => {
      const tell = (sent: number, total: number) =>
        gone.signal.aborted || setEstado((now) => ({ ...now, progreso: Math.floor((sent / total) * 100) }))
      const answer = await upload<Cotizacion>(
        '/api/upload_archivo',
        formOf(latest.current, carrito.current),
        {
          signal: gone.signal,
          onProgress: tell,
        },
      ).catch(() => null)
      if (gone.signal.aborted) return
      if (answer?.ok) {
        setArchivos((all) => withSubidas(all, answer.data))
        return setEstado({ cotizacion: answer.data, progreso: null, problema: null })
      }
      // What was there is gone: all is sent again at the next try
      if (answer?.status === 409)
        setArchivos((all) => all.map((one) => (one.file ? { ...one, subida: null } : one)))
      const problema = answer ? (answer.errores ?? 'No se pudo calcular el precio.') : 'No hay conexión.'
      setEstado({ cotizacion: null, progreso: null, problema })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [key])

  return {
    ...{ archivos, ...estado },
    add(files: readonly File[]): string[] {
      const problems: string[] = []
      const added: Archivo[] = []
      for (const file of files) {
        const nombre = file.name.normalize('NFC')
        if (!isPdfName(nombre)) problems.push(`«${nombre}» no es un PDF.`)
        else if ([...latest.current, ...added].some((one) => sameNombre(one.nombre, nombre)))
          problems.push(`«${nombre}» ya está en la lista.`)
        else added.push({ id: next.current++, nombre, file, opciones: DEFAULT_OPCIONES, subida: null })
      }
      if (added.length > 0) setArchivos((all) => [...all, ...added])
      return problems
    },
    /** One that is on the server already. A name that is listed gets a number. */
    addRecibido({ nombre, subida }: { nombre: string; subida: string }) {
      setArchivos((all) => {
        const free = freeNombre(nombre, new Set(all.map((one) => one.nombre)))
        return [...all, { id: next.current++, nombre: free, file: null, opciones: DEFAULT_OPCIONES, subida }]
      })
    },
    removeRecibido: (subida: string) =>
      setArchivos((all) => all.filter((one) => one.file !== null || one.subida !== subida)),
    change: (id: number, opciones: Partial<Opciones>) =>
      setArchivos((all) =>
        all.map((one) => (one.id === id ? { ...one, opciones: { ...one.opciones, ...opciones } } : one)),
      ),
    changeAll: (opciones: Partial<Opciones>) =>
      setArchivos((all) => all.map((one) => ({ ...one, opciones: { ...one.opciones, ...opciones } }))),
    remove: (id: number) => setArchivos((all) => all.filter((one) => one.id !== id)),
    retry: () => setIntento((count) => count + 1),
    /** The next customer's order is another one. */
    restart() {
      carrito.current = newId()
      setArchivos([])
    },
  }
}

/** The fields in the order of the contract: the server reads them before the files arrive. */
function formOf(archivos: readonly Archivo[], carrito: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...ANONYMOUS, carrito })) form.append(name, value)
  const data = archivos.map(({ nombre, opciones, subida }) => ({
    nombre,
    ...opciones,
    ...(subida && { subida }),
  }))
  form.append('archivos_data', JSON.stringify(data))
  for (const { subida, file, nombre } of archivos) if (!subida && file) form.append('archivos', file, nombre)
  return form
}

const withSubidas = (all: readonly Archivo[], { archivos }: Cotizacion): readonly Archivo[] =>
  all.map((one) => {
    const found = archivos.find(({ nombre }) => sameNombre(nombre, one.nombre))
    return found?.subida ? { ...one, subida: found.subida } : one
  })
