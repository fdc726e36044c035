import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { messagesIn, waitOf } from '../api/reason.ts'
import { sinRespuesta } from '../api/sin-respuesta.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextAreaField } from '../ui/form/field.tsx'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { ArrepentimientoConstancia, type ArrepentimientoRecibido } from './constancia.tsx'
import styles from './legal.module.css'

const CAMPOS = ['compra', 'nombre', 'email', 'motivo'] as const
type Campo = (typeof CAMPOS)[number]
type Campos = Record<Campo, string>
type Problemas = Partial<Campos>

const FAILED = 'No pudimos registrarlo. Intentá de nuevo.'

function problemasOf({ compra, nombre, email }: Campos): Problemas {
  const wrong = emailProblem(email)
  return {
    ...(!compra.trim() && { compra: 'Contanos qué compraste, o el número de pedido' }),
    ...(!nombre.trim() && { nombre: 'El nombre es obligatorio' }),
    ...(wrong && { email: wrong }),
  }
}

/**
 * The withdrawal form that the law requires: no account, no order number needed, a code at once (Disposición
 * 954/2025).
 */
export function Arrepentimiento() {
  const [campos, setCampos] = useState<Campos>({ compra: '', nombre: '', email: '', motivo: '' })
  const [problemas, setProblemas] = useState<Problemas>({})
  const [failed, setFailed] = useState<string | null>(null)
  const [recibido, setRecibido] = useState<ArrepentimientoRecibido | null>(null)
  const { isBusy, run } = useBusy()
  const form = useRef<HTMLFormElement>(null)

  if (recibido) return <ArrepentimientoConstancia {...recibido} />

  const bind = (name: Campo) => ({
    name,
    value: campos[name],
    error: problemas[name],
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      setCampos({ ...campos, [name]: target.value })
      setProblemas(({ [name]: _, ...others }) => others)
    },
  })
  function show(found: Problemas) {
    setProblemas(found)
    const first = CAMPOS.find((campo) => found[campo])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setFailed(null)
    const found = problemasOf(campos)
    if (CAMPOS.some((campo) => found[campo])) return show(found)
    void run(ask)
  }

  async function ask() {
    try {
      const answer = await call('POST /api/arrepentimiento', { body: campos })
      if (answer.ok) return setRecibido({ ...answer.data, email: campos.email.trim() })
      const found = messagesIn(answer.data)
      if (answer.codigo === 'datos' && CAMPOS.some((campo) => found[campo])) return show(found)
      setFailed(waitOf(answer) ?? FAILED)
    } catch (error) {
      setFailed(sinRespuesta('se registró', 'Probá de nuevo: queda una sola vez.', error))
    }
  }

  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading title={RUTAS['/arrepentimiento'].head.titulo} />
      <p className="lead">
        ¿Compraste por la web y te arrepentiste? Tenés 10 días corridos desde que lo recibiste o lo
        contrataste.
      </p>
      <form ref={form} className={styles.form} onSubmit={send} noValidate>
        <Field
          {...bind('compra')}
          label="Número de pedido, o qué compraste"
          hint="El número está en el correo del pedido. Si no lo tenés a mano, contanos qué fue y cuándo."
          maxLength={500}
          required
        />
        <Field {...bind('nombre')} label="Nombre completo" autoComplete="name" maxLength={120} required />
        <Field
          {...bind('email')}
          label="Email"
          hint="Te respondemos acá dentro de las 24 horas hábiles."
          type="email"
          autoComplete="email"
          required
        />
        <TextAreaField {...bind('motivo')} label="Motivo (opcional)" maxLength={1000} rows={3} />
        {failed && <Notice tone="error">{failed}</Notice>}
        <Button variant="primary" type="submit" wide aria-disabled={isBusy || undefined}>
          {isBusy ? 'Procesando...' : 'Arrepentirme de la compra'}
        </Button>
        <p className={styles.small}>
          Usamos estos datos solo para responderte: <Link to="/privacidad">Privacidad</Link>. Cuándo
          corresponde: <Link to="/terminos#arrepentimiento">Términos y condiciones</Link>.
        </p>
      </form>
    </div>
  )
}
