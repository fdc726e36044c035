import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { settleAutoriza, useAuthorising } from './authorise.ts'

/**
 * Above a role's limit a second person approves by typing their credentials. The form below keeps its
 * contents.
 */
export function AuthoriseDialogs() {
  const why = useAuthorising()
  return why === null ? null : <AuthoriseDialog why={why} />
}

function AuthoriseDialog({ why }: { why: string }) {
  const [email, setEmail] = useState('')
  const [actual, setActual] = useState('')
  const [problems, setProblems] = useState<{ email?: string | null; actual?: string | null }>({})
  function send() {
    const found = { email: emailProblem(email), actual: actual ? null : 'Falta su contraseña.' }
    setProblems(found)
    if (!found.email && !found.actual) settleAutoriza({ email: email.trim(), actual })
  }
  return (
    <FormDialog
      title="Que lo autorice otra persona"
      action="Autorizar"
      problems={problems}
      onSubmit={send}
      onClose={() => settleAutoriza(null)}
    >
      <p>{why} Vale para esto solo, y queda anotado en Cambios con los dos nombres.</p>
      <Field
        label="E-mail de quien autoriza"
        type="email"
        autoComplete="off"
        maxLength={320}
        value={email}
        error={problems.email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <PasswordField
        label="Su contraseña"
        name="autoriza"
        autoComplete="off"
        value={actual}
        error={problems.actual}
        onChange={({ target }) => setActual(target.value)}
      />
    </FormDialog>
  )
}
