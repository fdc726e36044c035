import { digitsOf, dniProblem } from '@imprimitodo/shared/rules/base/contacto'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { meQuery } from '../api/session/session.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { showToast } from '../ui/notice/toasts.tsx'
import { Qr } from '../ui/picture/qr.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { firstMessage } from './mensajes.ts'
import styles from './perfil.module.css'

const FAILED = 'No pudimos guardar el DNI. Intentá de nuevo.'

/**
 * How the counter identifies the account, to give it points: by its QR, or the DNI that the customer says.
 */
export function EnElMostrador() {
  const queries = useQueryClient()
  const { data } = useQuery(meQuery)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useBusy()
  const dni = typed ?? data?.dni ?? ''

  function send(event: FormEvent) {
    event.preventDefault()
    const wrong = dniProblem(digitsOf(dni))
    setProblem(wrong)
    if (!wrong && data) void run(save)
  }

  async function save() {
    const answer = await call('PATCH /api/clientes/actualizar/', { body: { dni } }).catch(() => null)
    if (!answer?.ok) return setProblem((answer && firstMessage(answer.data, ['dni', 'detail'])) ?? FAILED)
    await queries.invalidateQueries({ queryKey: meQuery.queryKey })
    setTyped(null)
    showToast('DNI guardado correctamente')
  }

  return (
    <section className={styles.sheet} aria-labelledby="en-el-mostrador">
      <h2 id="en-el-mostrador">En el mostrador</h2>
      <p className={styles.small}>Mostrá este código, o decí tu DNI, y lo que compres suma puntos.</p>
      {data && (
        <div className={styles.qr}>
          <Qr text={`cliente:${data.email}`} label="Código QR de tu cuenta" />
        </div>
      )}
      <form onSubmit={send} noValidate>
        <Field
          label="DNI"
          name="dni"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          hint="Solo si querés. Vacío: no lo guardamos."
          value={dni}
          error={problem}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(null)
          }}
        />
        <Button type="submit" wide aria-disabled={isBusy || !data || undefined}>
          {isBusy ? 'Guardando...' : 'Guardar DNI'}
        </Button>
      </form>
    </section>
  )
}
