import { celularProblem, digitsOf, spaceCelular } from '@imprimitodo/shared/rules/base/contacto'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { meQuery } from '../api/session/session.ts'
import { Button } from '../ui/button.tsx'
import { CelularField } from '../ui/form/celular-field.tsx'
import { showToast } from '../ui/notice/toasts.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { firstMessage } from './mensajes.ts'
import styles from './perfil.module.css'

const FAILED = 'Error al actualizar el celular'

/**
 * The account's mobile, which its orders use and step 3 does not let the customer change: it is corrected
 * here.
 */
export function CelularForm() {
  const queries = useQueryClient()
  const { data } = useQuery(meQuery)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSame, setSame] = useState(false)
  const { isBusy, run } = useBusy()
  const input = useRef<HTMLInputElement>(null)
  const celular = typed ?? spaceCelular(data?.celular ?? '')

  function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !data) return
    const wrong = celularProblem(celular)
    setProblem(wrong)
    if (wrong) return input.current?.focus()
    const unchanged = digitsOf(celular) === data.celular
    setSame(unchanged)
    if (!unchanged) void run(save)
  }

  async function save() {
    const refused = await change()
    if (refused) {
      setProblem(refused)
      return showToast(refused, { tone: 'error' })
    }
    setTyped(null)
    showToast('Celular actualizado correctamente')
  }

  /** Null once changed. */
  async function change(): Promise<string | null> {
    try {
      const answer = await call('PATCH /api/clientes/actualizar/', { body: { celular: digitsOf(celular) } })
      if (!answer.ok) return firstMessage(answer.data, ['celular', 'detail']) ?? FAILED
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      return null
    } catch {
      return FAILED
    }
  }

  return (
    <section className={styles.sheet} aria-labelledby="actualizar-celular">
      <h2 id="actualizar-celular">Actualizar celular</h2>
      <form onSubmit={send} noValidate>
        <CelularField
          ref={(element) => {
            input.current = element
          }}
          label="Celular"
          name="celular"
          required
          value={celular}
          error={problem}
          hint={isSame ? 'Ese ya es tu celular.' : 'Lo usamos para avisarte de tus pedidos.'}
          onBlur={() => data && setProblem(celularProblem(celular) ?? problem)}
          onText={(text) => {
            setTyped(text)
            setSame(false)
            if (problem) setProblem(celularProblem(text))
          }}
        />
        <Button type="submit" wide aria-disabled={isBusy || !data || undefined}>
          {isBusy ? 'Procesando...' : 'Actualizar celular'}
        </Button>
      </form>
    </section>
  )
}
