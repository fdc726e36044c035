import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { NOTA_EQUIPO_MAX, notaEquipoProblem } from '@imprimitodo/shared/rules/compra/retiro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { StickyNote } from 'lucide-react'
import { useState } from 'react'
import { showAnswer } from '../../../api/query-client.ts'
import { sinRespuesta } from '../../../api/sin-respuesta.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { markOwnDoing } from '../../live/own.ts'
import { tellRefusal } from '../../problemas.ts'
import { pedidoKey } from '../../queries.ts'
import { ask } from '../../session/ask.ts'
import { useWhileOpen } from '../../while-open.ts'
import styles from './notas.module.css'

/** The customer's note to the shop, and the notes of the staff. */
export function Notas({ pedido }: { pedido: PedidoMostrador }) {
  const [isWriting, setWriting] = useState(false)
  const { nota, notas_equipo, confirmado } = pedido
  return (
    <section className={styles.notas} aria-label="Notas">
      {nota && (
        <div className={styles.cliente}>
          <small>
            <b>Nota del cliente</b> · al pedir, {formatMoment(confirmado)}
          </small>
          <p>{nota}</p>
        </div>
      )}
      <div className={styles.equipo}>
        {notas_equipo.length > 0 && (
          <ol>
            {notas_equipo.map(({ cuando, quien, texto }) => (
              <li key={`${cuando}${quien}`}>
                <small>
                  <b>{quien}</b>, equipo · <time dateTime={cuando}>{formatMoment(cuando)}</time>
                </small>
                <p>{texto}</p>
              </li>
            ))}
          </ol>
        )}
        <Button size="medium" icon={StickyNote} onClick={() => setWriting(true)}>
          Nota del equipo
        </Button>
        <small>El cliente no la ve.</small>
      </div>
      {isWriting && <NotaDialog pedido={pedido} onClose={() => setWriting(false)} />}
    </section>
  )
}

function NotaDialog({
  pedido: { pedido_id, numero },
  onClose,
}: {
  pedido: PedidoMostrador
  onClose: () => void
}) {
  const cache = useQueryClient()
  const [texto, setTexto] = useState('')
  const close = useWhileOpen(onClose)
  const [wrong, setWrong] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      ask('POST /api/mostrador/pedidos/:pedido_id/notas', { params: { pedido_id }, body: { texto } }),
    onSuccess: (answer) => {
      markOwnDoing()
      if (answer.ok) {
        showAnswer(cache, pedidoKey(pedido_id), answer.data)
        close()
      } else tellRefusal(answer, 'No se pudo guardar.', setProblem)
    },
    onError: () => {
      setProblem(sinRespuesta('se guardó'))
      void cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) })
    },
  })
  function send() {
    const why = notaEquipoProblem(texto)
    setWrong(why)
    setProblem(null)
    if (!why) mutate()
  }
  return (
    <FormDialog
      title={`Nota del equipo, pedido ${numero}`}
      action="Guardar nota"
      busyText="Guardando…"
      isBusy={isPending}
      problems={wrong}
      onSubmit={send}
      onClose={onClose}
    >
      <TextAreaField
        label="Nota"
        hint="La leen las personas del mostrador; el cliente no."
        rows={3}
        maxLength={NOTA_EQUIPO_MAX}
        value={texto}
        error={wrong}
        onChange={({ target }) => setTexto(target.value)}
      />
      {problem && <Notice tone="error">{problem}</Notice>}
    </FormDialog>
  )
}
