import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { again } from '../../ui/state/later.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import type { FotosDialog } from '../fotos/fotos-dialog.tsx'
import { isFoto } from '../no-pdf.ts'

const loadLeer = again(() => import('../fotos/read-fotos.ts'))
const loadDialog = again(() => import('../fotos/fotos-dialog.tsx'))

const NO_CODE = 'No pudimos abrir el conversor de fotos. Revisá tu conexión y probá de nuevo.'

/**
 * Pictures among the files: they are read where there are some, and `convert` opens what makes a PDF of them.
 * `onDone` gets the PDF and the ids of the pictures in it; `onProblem` what kept it from opening.
 */
export function useFotos(
  archivos: readonly ArchivoCarrito[],
  { onDone, onProblem }: { onDone: (pdf: File, ids: string[]) => void; onProblem: (text: string) => void },
): { convert: () => void; dialog: ReactNode } {
  const [Dialog, setDialog] = useState<ComponentType<ComponentProps<typeof FotosDialog>> | null>(null)
  const fotos = archivos.filter(isFoto)
  const hasFotos = fotos.length > 0
  useEffect(() => {
    if (!hasFotos) return
    // Without its code the rows stay without a picture, and `convert` says why
    loadLeer().then(
      ({ readFotos }) => readFotos(archivos),
      () => undefined,
    )
  }, [hasFotos, archivos])
  const convert = () => {
    loadDialog().then(
      ({ FotosDialog }) => setDialog(() => FotosDialog),
      () => onProblem(NO_CODE),
    )
  }
  const dialog = Dialog && hasFotos && (
    <Dialog
      fotos={fotos}
      listed={archivos.map(({ name }) => name)}
      onClose={() => setDialog(null)}
      onDone={(pdf, ids) => {
        setDialog(null)
        onDone(pdf, ids)
      }}
    />
  )
  return { convert, dialog }
}
