import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { TIPO_A_MANO_TITLES, type TipoAMano } from '@imprimitodo/shared/rules/dinero/caja'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newId } from '../../api/new-id.ts'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { parseImporte } from '../importe.ts'
import { ImporteField } from '../importe-field.tsx'
import { type Problemas, problemasOf } from '../problemas.ts'
import { ask } from '../session/ask.ts'
import { useWhileOpen } from '../while-open.ts'
import { useCajaAgain } from './queries.ts'

const CAMPOS = ['importe', 'motivo'] as const
const HINTS: Record<TipoAMano, string> = {
  ingreso: 'De dónde viene: cambio del banco, un envío que se cobró.',
  gasto: 'Qué se compró y con qué boleta: «cinta, boleta 0044».',
  retiro: 'Adónde va y quién lo lleva: «al banco, Marta».',
}

/** A dialog for cash in or out of a drawer that is not a charge. */
export function MoveCashDialog({ id, tipo, onClose }: { id: number; tipo: TipoAMano; onClose: () => void }) {
  // One key for the dialog: however often it is sent, the movement is written once
  const [clave] = useState(newId)
  const [importe, setImporte] = useState('')
  const [motivo, setMotivo] = useState('')
  const [problemas, setProblemas] = useState<Problemas<(typeof CAMPOS)[number]>>({})
  /** The amount that the drawer should not hold, in pesos; null: nothing is asked. */
  const [sobra, setSobra] = useState<number | null>(null)
  const campo = useRef<HTMLInputElement>(null)
  const again = useCajaAgain()
  const close = useWhileOpen(onClose)
  const titulo = TIPO_A_MANO_TITLES[tipo]
  const { mutate, isPending } = useMutation({
    mutationFn: ({ pesos, isSure }: { pesos: number; isSure: boolean }) =>
      ask('POST /api/mostrador/turnos/:id/movimientos', {
        params: { id: String(id) },
        body: { tipo, importe: pesos, motivo, si_alcanza: !isSure },
        clave,
      }),
    onSuccess: (answer, { pesos }) => {
      void again()
      if (answer.codigo === 'caja_no_alcanza') return setSobra(pesos)
      if (!answer.ok) return setProblemas(problemasOf(CAMPOS, answer, 'No se pudo anotar.'))
      showToast(`${titulo} de ${formatPesos(pesos)} anotado.`)
      close()
    },
    onError: () => setProblemas({ general: 'No hay conexión. Probá de nuevo: se anota una sola vez.' }),
  })
  function send() {
    const pesos = parseImporte(importe)
    const found = {
      ...(pesos === null && { importe: 'Escribí el importe en pesos, como 6.000.' }),
      ...(!motivo.trim() && { motivo: 'Escribí el motivo.' }),
    }
    setProblemas(found)
    if (pesos !== null && motivo.trim()) mutate({ pesos, isSure: false })
  }
  return (
    <>
      <FormDialog
        title={`${titulo} de efectivo`}
        action={`Anotar el ${titulo.toLowerCase()}`}
        busyText="Anotando…"
        isBusy={isPending}
        problems={problemas}
        onSubmit={send}
        onClose={onClose}
      >
        <ImporteField
          ref={campo}
          label="Importe ($)"
          value={importe}
          error={problemas.importe}
          onChange={({ target }) => setImporte(target.value)}
        />
        <Field
          label="Motivo"
          hint={HINTS[tipo]}
          autoComplete="off"
          maxLength={200}
          value={motivo}
          error={problemas.motivo}
          onChange={({ target }) => setMotivo(target.value)}
        />
        {problemas.general && <Notice tone="error">{problemas.general}</Notice>}
      </FormDialog>
      {sobra !== null && (
        <DeMas
          titulo={titulo}
          pesos={sobra}
          onBack={() => {
            // The question closes first: it gives the focus back to the field that sent the form
            flushSync(() => setSobra(null))
            campo.current?.focus()
            campo.current?.select()
          }}
          onSure={() => {
            setSobra(null)
            mutate({ pesos: sobra, isSure: true })
          }}
        />
      )}
    </>
  )
}

/**
 * A slip, or cash that the till does not know of. The way back has the focus first: the Enter that sent the amount may
 * be pressed twice. What the drawer should hold is not told: the count is blind.
 */
function DeMas({
  titulo,
  pesos,
  onBack,
  onSure,
}: {
  titulo: string
  pesos: number
  onBack: () => void
  onSure: () => void
}) {
  return (
    <AlertDialog
      title={`¿${titulo} de ${formatPesos(pesos)}?`}
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>No, corregir</Button>
          <Button variant="primary" onClick={onSure}>
            Sí, anotarlo
          </Button>
        </>
      }
    >
      <p>
        Por lo que está anotado en el turno, en el cajón no hay tanto efectivo. Fijate el importe, o anotá
        antes el ingreso que falta.
      </p>
    </AlertDialog>
  )
}
