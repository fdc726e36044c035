CREATE TABLE "captcha_usados" (
	"id" text PRIMARY KEY NOT NULL,
	"vence" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clientes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clientes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"nombre" text NOT NULL,
	"celular" text NOT NULL,
	"fecha_nacimiento" date NOT NULL,
	"password_hash" text NOT NULL,
	"creado" timestamp with time zone DEFAULT now() NOT NULL,
	"activado" timestamp with time zone,
	CONSTRAINT "clientes_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "enlaces" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"cliente_id" integer NOT NULL,
	"tipo" text NOT NULL,
	"email_anterior" text,
	"creado" timestamp with time zone NOT NULL,
	"vence" timestamp with time zone NOT NULL,
	"usado" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "refrescos" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"sesion_id" uuid NOT NULL,
	"usado" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sesiones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cliente_id" integer NOT NULL,
	"creada" timestamp with time zone NOT NULL,
	"usada" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "correos" ADD COLUMN "reintentado" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "correos" ADD COLUMN "rechazado" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "correos" ADD COLUMN "motivo" text;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "cliente_id" integer;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "anonimizar" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "enlaces" ADD CONSTRAINT "enlaces_cliente_id_clientes_id_fk" FOREIGN KEY ("cliente_id") REFERENCES "public"."clientes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refrescos" ADD CONSTRAINT "refrescos_sesion_id_sesiones_id_fk" FOREIGN KEY ("sesion_id") REFERENCES "public"."sesiones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sesiones" ADD CONSTRAINT "sesiones_cliente_id_clientes_id_fk" FOREIGN KEY ("cliente_id") REFERENCES "public"."clientes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "captcha_usados_vence" ON "captcha_usados" USING btree ("vence");--> statement-breakpoint
CREATE INDEX "enlaces_cliente" ON "enlaces" USING btree ("cliente_id","tipo");--> statement-breakpoint
CREATE INDEX "enlaces_vence" ON "enlaces" USING btree ("vence");--> statement-breakpoint
CREATE INDEX "refrescos_sesion" ON "refrescos" USING btree ("sesion_id");--> statement-breakpoint
CREATE INDEX "sesiones_cliente" ON "sesiones" USING btree ("cliente_id");--> statement-breakpoint
CREATE INDEX "sesiones_usada" ON "sesiones" USING btree ("usada");--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_cliente_id_clientes_id_fk" FOREIGN KEY ("cliente_id") REFERENCES "public"."clientes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "correos_pendientes" ON "correos" USING btree ("creado") WHERE "correos"."enviado" is null and "correos"."rechazado" is null;--> statement-breakpoint
CREATE INDEX "pedidos_cliente" ON "pedidos" USING btree ("cliente_id","numero" DESC NULLS LAST) WHERE "pedidos"."cliente_id" is not null;--> statement-breakpoint
CREATE INDEX "pedidos_anonimizar" ON "pedidos" USING btree ("id") WHERE "pedidos"."anonimizar";