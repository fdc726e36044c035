ALTER TABLE "clientes" ADD COLUMN "email_confirmado" text;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "email_pendiente" text;--> statement-breakpoint
-- The activation link proved the first address; a change of e-mail, which a mail to the old one told of, proved nothing.
UPDATE "clientes" SET "email_confirmado" = "email"
WHERE "activado" IS NOT NULL
  AND "id" NOT IN (SELECT "cliente_id" FROM "enlaces" WHERE "tipo" = 'deshacer_email')
  AND "id" NOT IN (SELECT split_part("clave", ':', 2)::integer FROM "correos" WHERE "clave" LIKE 'cliente:%:anterior:%');--> statement-breakpoint
-- A link that takes a change back ends with a new password: it could take the account from whoever had set it.
DELETE FROM "enlaces" USING "correos"
WHERE "enlaces"."tipo" = 'deshacer_email' AND "enlaces"."usado" IS NULL
  AND "correos"."clave" LIKE 'cliente:' || "enlaces"."cliente_id" || ':aviso:%'
  AND "correos"."asunto" = 'Cambió la contraseña de tu cuenta'
  AND "correos"."creado" >= "enlaces"."creado";
