import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import styles from './ruleta.module.css'
import type { useRuleta } from './use-ruleta.ts'

/** The e-mail that unlocks the wheel, preset to a customer's own. */
export function CorreoForm({ ruleta, known }: { ruleta: ReturnType<typeof useRuleta>; known: string }) {
  const { unlock, phase, correoProblem, correct } = ruleta
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const correo = typed ?? known
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        input.current?.focus()
        void unlock(correo)
      }}
    >
      <Field
        label="Tu email"
        type="email"
        name="correo"
        autoComplete="email"
        placeholder="nombre@correo.com"
        maxLength={320}
        required
        ref={input}
        value={correo}
        error={correoProblem}
        hint="Lo usamos para contar tus tiros del día."
        onChange={({ target }) => {
          correct()
          setTyped(target.value)
        }}
      />
      <Button type="submit" variant="primary" wide aria-disabled={phase === 'abriendo' || undefined}>
        {phase === 'abriendo' ? 'Un momento…' : 'Desbloquear la ruleta'}
      </Button>
    </form>
  )
}
