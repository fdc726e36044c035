import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { type Opciones, sameNombre } from '@imprimitodo/shared/rules/compra/archivo'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { upload } from '../../api/upload/upload.ts'
import { uploadRefusal } from '../../api/upload/upload-result.ts'
import {
  type ArchivoDeVenta,
  afterReload,
  isListo,
  isMalo,
  isPendiente,
  newArchivoDeVenta,
  nombresOf,
  recibido,
  withLost,
  withOpciones,
  withProblemas,
} from './archivos.ts'
import { dropContenidos, keepContenido } from './contenidos.ts'
import type { EnCurso } from './guardada.ts'
import { sendArchivoOfVenta } from './send-archivo.ts'

/** Sent with an upload that has no customer yet: the counter names the customer at the charge. */
const ANONYMOUS = { email: 'anonimo@imprimitodo.local', celular: '0000000000', sucursal: 'Alberdi' }
const PAUSE_MS = 350
const NO_PRICE = 'No se pudo calcular el precio.'

type Inicial = Pick<EnCurso, 'archivos' | 'carrito' | 'cotizada'>

/**
 * The files of the sale: they are uploaded one after another, in parts, as soon as they are picked; the
 * server prices those that have arrived whenever they or their options change. A file that cannot be printed
 * stays in its row, and the others are priced.
 */
export function useArchivosDeVenta(inicial: Inicial) {
  const [archivos, setArchivos] = useState<readonly ArchivoDeVenta[]>(() => afterReload(inicial.archivos))
  const files = useRef(new Map<string, File>())
  const latest = useRef(archivos)
  latest.current = archivos
  const update = (id: string, change: (archivo: ArchivoDeVenta) => ArchivoDeVenta) =>
    setArchivos((all) => all.map((one) => (one.id === id ? change(one) : one)))
  useViaje(archivos, files.current, update)
  const precio = usePrecio(archivos, setArchivos, inicial)

  // Once the network is back it continues by itself
  useEffect(() => {
    const online = () => {
      setArchivos((all) => all.map((one) => (isMalo(one) && one.again ? enCola(one) : one)))
      precio.retry()
    }
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [precio.retry])

  const taken = () => nombresOf(latest.current)
  function made(file: File, names: ReadonlySet<string>): ArchivoDeVenta {
    const archivo = newArchivoDeVenta(newId(), file, names)
    if (isPendiente(archivo)) {
      files.current.set(archivo.id, file)
      void keepContenido(archivo.id, file)
    }
    return archivo
  }

  return {
    archivos,
    ...precio,
    /** @returns messages about files that were not added */
    add(picked: readonly File[]): string[] {
      const problems: string[] = []
      const added: ArchivoDeVenta[] = []
      for (const file of picked) {
        const archivo = made(file, new Set([...taken(), ...nombresOf(added)]))
        if ([...latest.current, ...added].some((one) => sameNombre(one.nombre, archivo.nombre)))
          problems.push(`«${archivo.nombre}» ya está en la lista.`)
        else added.push(archivo)
      }
      if (added.length > 0) setArchivos((all) => [...all, ...added])
      return problems
    },
    /** Replaces a file; the new one keeps its options. */
    replace(id: string, file: File): void {
      const names = nombresOf(latest.current.filter((one) => one.id !== id))
      const archivo = made(file, names)
      void dropContenidos([id])
      update(id, ({ opciones }) => ({ ...archivo, opciones }))
    },
    /** A file that the customer's phone sent. `problema`: it cannot be printed. */
    addRecibido(one: { nombre: string; subida: string; problema: string | null }): void {
      setArchivos((all) => [...all, recibido(newId(), one, nombresOf(all))])
    },
    removeRecibido: (subida: string) =>
      setArchivos((all) => all.filter((one) => one.origen !== 'celular' || one.subida !== subida)),
    change: (id: string, opciones: Partial<Opciones>) => update(id, (one) => withOpciones(one, opciones)),
    changeAll: (opciones: Partial<Opciones>) =>
      setArchivos((all) => all.map((one) => withOpciones(one, opciones))),
    /** Sends the same bytes again. */
    again: (id: string) => update(id, enCola),
    remove(id: string): void {
      void dropContenidos([id])
      files.current.delete(id)
      setArchivos((all) => all.filter((one) => one.id !== id))
    },
  }
}
export type ListaArchivos = ReturnType<typeof useArchivosDeVenta>

const enCola = (archivo: ArchivoDeVenta): ArchivoDeVenta => ({
  ...archivo,
  estado: archivo.subida ? 'listo' : 'cola',
  problema: null,
  percent: 0,
  again: false,
})

/** Uploads one file after another: on a weak signal two at once would both be slower. */
function useViaje(
  archivos: readonly ArchivoDeVenta[],
  files: Map<string, File>,
  update: (id: string, change: (archivo: ArchivoDeVenta) => ArchivoDeVenta) => void,
): void {
  const next = archivos.find(isPendiente)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only which one it is
  useEffect(() => {
    if (!next) return
    const own = new AbortController()
    const { signal } = own
    const onPaso = (paso: Partial<ArchivoDeVenta>) =>
      signal.aborted || update(next.id, (one) => ({ ...one, ...paso }))
    void sendArchivoOfVenta(next, { signal, files, onPaso }).then((after) => {
      // Its options may have changed during the upload
      if (after) update(next.id, ({ opciones }) => ({ ...after, opciones }))
    })
    return () => own.abort()
  }, [next?.id])
}

type Estado = { cotizada: EnCurso['cotizada']; problema: string | null }

/** The server's price of the files, once none is under way. */
function usePrecio(
  archivos: readonly ArchivoDeVenta[],
  setArchivos: (change: (all: readonly ArchivoDeVenta[]) => readonly ArchivoDeVenta[]) => void,
  inicial: Inicial,
) {
  const [estado, setEstado] = useState<Estado>({ cotizada: inicial.cotizada, problema: null })
  const [intento, setIntento] = useState(0)
  const [carrito, setCarrito] = useState(inicial.carrito)
  const retry = useRef(() => setIntento((count) => count + 1)).current
  const listos = archivos.filter(isListo)
  const de = JSON.stringify(listos.map(({ id, subida, opciones }) => [id, subida, opciones]))
  const isComing = archivos.some(isPendiente)
  const isVigente = !isComing && estado.cotizada?.de === de
  const latest = useRef({ listos, isVigente })
  latest.current = { listos, isVigente }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on `de`, and runs again at each try
  useEffect(() => {
    if (latest.current.listos.length === 0) return setEstado({ cotizada: null, problema: null })
    if (isComing || latest.current.isVigente) return
    const gone = new AbortController()
    setEstado(({ cotizada }) => ({ cotizada, problema: null }))
    const timer = setTimeout(async () => {
      const form = formOf(latest.current.listos, carrito)
      const around = { signal: gone.signal, onProgress: () => {} }
      const answer = await upload<Cotizacion>('/api/upload_archivo', form, around).catch(() => null)
      if (gone.signal.aborted) return
      if (answer?.ok) {
        setArchivos(withContados)
        return setEstado({ cotizada: { de, cotizacion: answer.data }, problema: null })
      }
      setEstado(({ cotizada }) => ({ cotizada, problema: refused(answer) }))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [de, isComing, intento, carrito])

  /**
   * Solves what it can, and marks the rows that are named. @returns the general message; null: it tries again
   */
  function refused(answer: Answer<Cotizacion> | null): string | null {
    if (!answer) return 'No hay conexión.'
    const resultado = uploadRefusal(answer)
    // Its order was paid meanwhile: the files here are for a new one
    if (resultado.kind === 'pagado') setCarrito(newId())
    else if (resultado.kind === 'faltan') setArchivos((all) => withLost(all, resultado.nombres))
    else if (resultado.kind === 'rechazado') return told(resultado.archivos)
    else return answer.errores ?? NO_PRICE
    return null
  }

  function told(messages: readonly string[]): string | null {
    const { rest, archivos: said } = withProblemas(latest.current.listos, messages)
    if (said.some(isMalo)) setArchivos((all) => withProblemas(all, messages).archivos)
    return rest.length > 0 ? rest.join(' ') : null
  }

  return {
    carrito,
    cotizada: estado.cotizada,
    problema: estado.problema,
    /** Null: there is no price, or not for the present state. */
    cotizacion: isVigente ? (estado.cotizada?.cotizacion ?? null) : null,
    /** The previous price, which rows show until the next one arrives. */
    anterior: estado.cotizada?.cotizacion ?? null,
    retry,
  }
}

const withContados = (all: readonly ArchivoDeVenta[]): readonly ArchivoDeVenta[] =>
  all.map((one) => (isListo(one) && !one.contado ? { ...one, contado: true } : one))

/**
 * The fields in the order of the contract. The bytes are on the server already: the form only refers to them.
 */
function formOf(archivos: readonly ArchivoDeVenta[], carrito: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...ANONYMOUS, carrito })) form.append(name, value)
  const data = archivos.map(({ nombre, opciones, subida }) => ({ nombre, ...opciones, subida }))
  form.append('archivos_data', JSON.stringify(data))
  return form
}
