import { celularEscritoProblem } from '@imprimitodo/shared/rules/base/celular'
import {
  CONTACTO_REQUIRED,
  digitsOf,
  emailProblem,
  NUMERO_REQUIRED,
} from '@imprimitodo/shared/rules/base/contacto'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session/session.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { PageLoading } from '../ui/notice/page-loading.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import styles from './navegador.module.css'
import { ListaPedidos, navegadorQuery } from './navegador.tsx'
import { mayHavePedidos } from './pedidos-key.ts'

/** The way back to an order: this browser's orders, and a mail with the link to any other. */
export function MiPedido() {
  const { data, isFetched } = useQuery(navegadorQuery)
  const { status } = useSession()
  const [mayHave] = useState(mayHavePedidos)
  const hasSome = data !== undefined && data.length > 0
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading title={RUTAS['/mi-pedido'].head.titulo} />
      {/* Otherwise the orders, once loaded, would push down the form below */}
      {mayHave && !isFetched ? (
        <PageLoading label="Buscando tus pedidos…" />
      ) : (
        <>
          {hasSome && (
            <section aria-labelledby="de-aca">
              <h2 id="de-aca">Los que hiciste acá</h2>
              <ListaPedidos pedidos={data} />
            </section>
          )}
          {status === 'in' && (
            <p>
              Los de tu cuenta están en <TextLink to="/perfil">Mi Perfil</TextLink>.
            </p>
          )}
          <section aria-labelledby="buscar">
            <h2 id="buscar">{hasSome ? 'Buscar otro' : 'Buscalo con su número'}</h2>
            <p>Te mandamos el enlace al correo con el que lo hiciste.</p>
            <Search />
          </section>
        </>
      )}
    </div>
  )
}

type Problems = { numero?: string | null; contacto?: string | null }

const isNumero = (text: string): boolean => /^\d{1,9}$/.test(digitsOf(text))

function contactoProblem(text: string): string | null {
  if (text.trim() === '') return CONTACTO_REQUIRED
  return text.includes('@') ? emailProblem(text) : celularEscritoProblem(text)
}

function Search() {
  const [numero, setNumero] = useState('')
  const [contacto, setContacto] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [outcome, setOutcome] = useState<{ ok: boolean; text: string } | null>(null)
  const { isBusy, run } = useBusy()
  const form = useRef<HTMLFormElement>(null)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const found: Problems = {
      numero: isNumero(numero) ? null : NUMERO_REQUIRED,
      contacto: contactoProblem(contacto),
    }
    setProblems(found)
    setOutcome(null)
    const wrong = found.numero ? 'numero' : found.contacto ? 'contacto' : null
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
    void run(async () => setOutcome(await ask()))
  }

  async function ask() {
    const own = contacto.includes('@') ? { email: contacto.trim() } : { celular: contacto }
    try {
      const answer = await call('POST /api/pedidos/buscar', { body: { numero: digitsOf(numero), ...own } })
      if (answer.ok) return { ok: true, text: answer.data.detail }
      return { ok: false, text: answer.errores ?? 'No pudimos buscarlo. Probá de nuevo en un rato.' }
    } catch {
      return { ok: false, text: 'Parece que no hay conexión. Probá de nuevo.' }
    }
  }

  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate>
      <Field
        label="Número de pedido"
        hint="Está en el mail y en la pantalla del pago: cuatro cifras o más."
        name="numero"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={numero}
        error={problems.numero ?? null}
        onChange={({ target }) => setNumero(target.value)}
      />
      <Field
        label="Tu correo o tu celular"
        hint="El que pusiste al hacerlo."
        name="contacto"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        value={contacto}
        error={problems.contacto ?? null}
        onChange={({ target }) => setContacto(target.value)}
      />
      <Button variant="primary" type="submit" icon={Mail} wide aria-disabled={isBusy || undefined}>
        {isBusy ? 'Buscando…' : 'Mandarme el enlace'}
      </Button>
      {outcome && <Notice tone={outcome.ok ? 'done' : 'error'}>{outcome.text}</Notice>}
    </form>
  )
}
