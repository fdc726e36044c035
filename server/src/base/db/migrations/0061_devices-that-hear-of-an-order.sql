CREATE TABLE "avisos_push" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "avisos_push_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"suscripcion_id" bigint NOT NULL,
	"correo_id" bigint NOT NULL,
	"enviado" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "suscripciones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suscripciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pedido_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"creada" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suscripciones_una" UNIQUE("pedido_id","endpoint")
);
--> statement-breakpoint
ALTER TABLE "avisos_push" ADD CONSTRAINT "avisos_push_suscripcion_id_suscripciones_id_fk" FOREIGN KEY ("suscripcion_id") REFERENCES "public"."suscripciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avisos_push" ADD CONSTRAINT "avisos_push_correo_id_correos_id_fk" FOREIGN KEY ("correo_id") REFERENCES "public"."correos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suscripciones" ADD CONSTRAINT "suscripciones_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "avisos_push_uno" ON "avisos_push" USING btree ("suscripcion_id","correo_id");--> statement-breakpoint
CREATE INDEX "avisos_push_correo" ON "avisos_push" USING btree ("correo_id");