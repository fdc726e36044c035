// The actions on the list of step 1, and its messages.
import { SIN_PRECIOS } from '@imprimitodo/shared/rules/compra/precio'
import { useState } from 'react'
import { getCarrito, useCarrito } from '../carrito/carrito.ts'
import { isNoPdf } from '../carrito/estimate.ts'
import { remove, useArchivos } from '../carrito/use-archivos.ts'
import { getLecturas } from '../lectura/lectura.ts'
import { isFoto } from '../no-pdf.ts'
import { useCompartidos } from './use-compartidos.tsx'
import { useFotos } from './use-fotos.tsx'

const NO_FILES = 'Por favor, sube al menos un archivo antes de continuar.'
const INVALID_FILES =
  'Archivo inválido - Solo se permiten archivos PDF. Se eliminarán los archivos no válidos.'

type Problem = { text: string; names: string[] }

/** The last files that were listed: the first ones, more of them, or one in the place of another. */
export type Came = { ids: string[]; how: 'first' | 'more' | 'instead' }

export function useLista() {
  const { archivos } = useCarrito()
  const { add, replace, messages, clearMessages } = useArchivos()
  const [came, setCame] = useState<Came>({ ids: [], how: 'first' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const say = (text: string) => setProblem({ text, names: [] })

  function take(files: File[]) {
    setProblem(null)
    const how = getCarrito().archivos.length === 0 ? 'first' : 'more'
    setCame({ ids: add(files), how })
  }

  /** @returns whether it replaced the old file, which otherwise stays, with the reason shown */
  function takeInstead(id: string, file: File): boolean {
    setProblem(null)
    const fresh = replace(id, file)
    if (fresh) setCame({ ids: [fresh], how: 'instead' })
    return fresh !== null
  }

  /** Puts the PDF in the place of its first picture, and removes the other pictures. */
  function takePdf(pdf: File, ids: string[]) {
    // Another tab may have removed some meanwhile
    const [first, ...others] = ids.filter((id) => getCarrito().archivos.some((one) => one.id === id))
    if (!first) return take([pdf])
    if (takeInstead(first, pdf)) for (const id of others) remove(id)
  }
  const { convert, dialog } = useFotos(archivos, { onDone: takePdf, onProblem: say })

  function takeFotos(files: File[]) {
    take(files)
    if (files.some(isFoto)) convert()
  }

  const question = useCompartidos({
    // If only pictures are shared, the customer wants a PDF of them
    onFiles: (files) => (files.every(isFoto) ? takeFotos(files) : take(files)),
    onProblem: say,
  })

  /** Whether the customer may go on. Problems are shown; files that are no PDF are removed. */
  function check(sinPrecios: boolean): boolean {
    clearMessages()
    const invalid = archivos.filter((one) => isNoPdf(one, getLecturas().get(one.id)))
    if (sinPrecios) say(SIN_PRECIOS)
    else if (archivos.length === 0) say(NO_FILES)
    else if (invalid.length > 0) {
      for (const { id } of invalid) remove(id)
      setProblem({ text: INVALID_FILES, names: invalid.map(({ name }) => name) })
    } else return true
    return false
  }

  return {
    came,
    problem,
    messages,
    clearMessages,
    take,
    takeFotos,
    takeInstead,
    convert,
    check,
    dialog,
    question,
    clearProblem: () => setProblem(null),
  }
}
