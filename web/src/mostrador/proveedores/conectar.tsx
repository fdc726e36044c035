import type { Proveedor } from '@imprimitodo/shared/api/proveedores'
import { CAMPOS_CONEXION, type Conectable, conexionProblems } from '@imprimitodo/shared/rules/conexion'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { BusyButton } from '../busy-button.tsx'
import { duenoKey } from '../dueno/datos.ts'
import type { Problems } from '../esquema.ts'
import { ask } from '../session/ask.ts'
import styles from './proveedores.module.css'

/** The form that connects a provider. What is kept is not shown: a field that is left empty keeps it. */
export function Conectar({
  cual,
  valores,
  onSaved,
  onClose,
}: {
  cual: Conectable
  valores: Proveedor['valores']
  /** Also tries it. */
  onSaved: () => void
  onClose: () => void
}) {
  const cache = useQueryClient()
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const campos = CAMPOS_CONEXION[cual]

  async function send(body: { valores: Record<string, string> | null }): Promise<boolean> {
    setBusy(true)
    try {
      const answer = await ask('PUT /api/mostrador/proveedores/:cual', { params: { cual }, body })
      if (!answer.ok) {
        setProblems(problemsIn(answer.data, campos) ?? { general: answer.errores ?? 'No se pudo guardar.' })
        return false
      }
      cache.setQueryData(['proveedores'], answer.data)
      void cache.invalidateQueries({ queryKey: duenoKey })
      return true
    } catch {
      setProblems({ general: 'No hay conexión: no se guardó. Lo que escribiste sigue acá.' })
      return false
    } finally {
      setBusy(false)
    }
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const typed = campos.flatMap(({ clave }): [string, string][] => {
      const text = String(fields.get(clave) ?? '').trim()
      return text ? [[clave, text]] : []
    })
    // What is kept is fine already
    const found = conexionProblems(cual, Object.fromEntries(typed))
    const kept = campos.filter(({ clave }) => valores[clave]?.puesto && !fields.get(clave))
    for (const { clave } of kept) delete found[clave]
    setProblems(found)
    const first = campos.find(({ clave }) => found[clave])
    if (first) return form.querySelector<HTMLElement>(`[name=${first.clave}]`)?.focus()
    if (await send({ valores: Object.fromEntries(typed) })) onSaved()
  }

  async function disconnect() {
    if (!(await send({ valores: null }))) return
    showToast('Desconectado')
    onClose()
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      {campos.map(({ clave, label, hint, secreto, opcional }) => (
        <Field
          key={clave}
          label={opcional ? `${label} (opcional)` : label}
          name={clave}
          type={secreto ? 'password' : 'text'}
          autoComplete={secreto ? 'new-password' : 'off'}
          spellCheck={false}
          placeholder={valores[clave]?.puesto ? 'Guardado. Vacío, queda como está.' : undefined}
          hint={hint}
          error={problems[clave]}
        />
      ))}
      {problems.general && <Notice tone="error">{problems.general}</Notice>}
      <div className={styles.actions}>
        <BusyButton variant="primary" type="submit" size="medium" isBusy={isBusy} busyText="Guardando…">
          Guardar y probar
        </BusyButton>
        <Button size="medium" onClick={onClose}>
          Cerrar
        </Button>
        {Object.values(valores).some(({ puesto }) => puesto) && (
          <Button size="medium" onClick={() => void disconnect()}>
            Desconectar
          </Button>
        )}
      </div>
    </form>
  )
}

/** The server's, by field; null where it says something else. */
function problemsIn(data: unknown, campos: readonly { clave: string }[]): Problems | null {
  if (typeof data !== 'object' || data === null) return null
  const found = Object.entries(data).flatMap(([name, messages]): [string, string][] =>
    campos.some(({ clave }) => clave === name) ? [[name, [messages].flat().join(' ')]] : [],
  )
  return found.length > 0 ? Object.fromEntries(found) : null
}
