import type { MovimientoFila } from '@imprimitodo/shared/api/caja'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { MEDIO_CAJA_TITLES, MEDIOS_CAJA, type MedioCaja } from '@imprimitodo/shared/rules/dinero/caja'
import { useMutation } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { useFocusKept } from '../layout/heading.tsx'
import { ask } from '../session/ask.ts'
import { useCajaAgain } from './queries.ts'
import { movimientoTitle } from './textos.ts'

const OPTIONS = MEDIOS_CAJA.map((value) => ({ value, label: MEDIO_CAJA_TITLES[value] }))

/** Asks in its row how a charge was paid that was typed without its means. */
export function ComoPago({ fila }: { fila: MovimientoFila }) {
  const [isOpen, setOpen] = useState(false)
  const [medio, setMedio] = useState<MedioCaja>('efectivo')
  const [problem, setProblem] = useState<string | null>(null)
  const keepFocus = useFocusKept(String(fila.medio))
  const again = useCajaAgain()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      ask('POST /api/mostrador/movimientos/:id/medio', {
        params: { id: String(fila.id) },
        body: { medio },
      }),
    onSuccess: (answer) => {
      void again()
      if (!answer.ok) return setProblem(answer.errores ?? 'No se pudo anotar.')
      keepFocus()
      showToast(`${movimientoTitle(fila)}: ${MEDIO_CAJA_TITLES[medio].toLowerCase()}.`)
      setOpen(false)
    },
    onError: () => setProblem('No hay conexión. Probá de nuevo.'),
  })
  return (
    <>
      <Button size="medium" icon={CircleHelp} onClick={() => setOpen(true)}>
        ¿Cómo pagó?<span className="visually-hidden"> ({movimientoTitle(fila)})</span>
      </Button>
      {isOpen && (
        <FormDialog
          title={`¿Cómo pagó? ${movimientoTitle(fila)}`}
          action="Anotar"
          busyText="Anotando…"
          isBusy={isPending}
          onSubmit={() => mutate()}
          onClose={() => setOpen(false)}
        >
          <p>
            {formatPesos(fila.importe)}, de {fila.quien}. Después no se cambia.
          </p>
          <Segmented label="Cómo pagó" options={OPTIONS} value={medio} onChange={setMedio} />
          {problem && <Notice tone="error">{problem}</Notice>}
        </FormDialog>
      )}
    </>
  )
}
