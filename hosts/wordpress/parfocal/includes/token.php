<?php
/** Tokens and events that this site signs: JWS in compact form with Ed25519 (docs/hosts.md, "Tokens and events"). */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

const SEED_OPTION    = 'parfocal_signing_seed';
const TOKEN_LIFE_S   = 300;
const EVENT_LIFE_S   = 120;
const TOKEN_TYPE     = 'JWT';
const EVENT_TYPE     = 'sz-event+jwt';
const NAME_MAX_BYTES = 200;

function base64url( string $bytes ): string {
	return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
}

/** 32 bytes: `PARFOCAL_SIGNING_SEED` of wp-config.php (base64), else an option that is not loaded with each page. */
function signing_seed(): string {
	if ( defined( 'PARFOCAL_SIGNING_SEED' ) ) {
		$seed = base64_decode( PARFOCAL_SIGNING_SEED, true );
		if ( false === $seed || SODIUM_CRYPTO_SIGN_SEEDBYTES !== strlen( $seed ) ) {
			throw new \RuntimeException( 'PARFOCAL_SIGNING_SEED must be 32 bytes in base64.' );
		}
		return $seed;
	}
	$stored = get_option( SEED_OPTION );
	if ( ! is_string( $stored ) || '' === $stored ) {
		// Of two first requests at once one adds the option; both then use what is stored.
		add_option( SEED_OPTION, base64_encode( random_bytes( SODIUM_CRYPTO_SIGN_SEEDBYTES ) ), '', false );
		$stored = get_option( SEED_OPTION );
	}
	return base64_decode( (string) $stored );
}

/** @return array<string, string> JWK; `kid` is its thumbprint (RFC 7638). */
function public_key( string $seed ): array {
	$x = base64url( sodium_crypto_sign_publickey( sodium_crypto_sign_seed_keypair( $seed ) ) );
	return array(
		'kty' => 'OKP',
		'crv' => 'Ed25519',
		'x'   => $x,
		'kid' => base64url( hash( 'sha256', '{"crv":"Ed25519","kty":"OKP","x":"' . $x . '"}', true ) ),
		'alg' => 'EdDSA',
		'use' => 'sig',
	);
}

function sign_claims( array $claims, string $type, string $seed ): string {
	$encode = fn( array $part ): string => base64url( json_encode( $part, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR ) );
	$signed = $encode(
		array(
			'alg' => 'EdDSA',
			'typ' => $type,
			'kid' => public_key( $seed )['kid'],
		)
	) . '.' . $encode( $claims );
	$secret = sodium_crypto_sign_secretkey( sodium_crypto_sign_seed_keypair( $seed ) );
	return $signed . '.' . base64url( sodium_crypto_sign_detached( $signed, $secret ) );
}

/** What tokens and events have in common. @param int $now s since the epoch. */
function common_claims( array $settings, string $issuer, int $now, int $life_s ): array {
	return array(
		'iss'  => $issuer,
		'aud'  => $settings['audience'],
		'site' => $settings['site'],
		'iat'  => $now,
		'nbf'  => $now,
		'exp'  => $now + $life_s,
		'jti'  => base64url( random_bytes( 18 ) ),
	);
}

/** A session of this site, as Parfocal knows it: its secret cannot be read from it. */
function session_id( string $session_token ): string {
	return '' === $session_token ? '' : base64url( hash_hmac( 'sha256', $session_token, wp_salt( 'auth' ), true ) );
}

/** @param array{sub: string, sid: string, name: string, email: string, roles: string[]} $person */
function person_token( array $person, array $settings, string $issuer, int $now, string $seed ): string {
	$person['name'] = mb_strcut( $person['name'], 0, NAME_MAX_BYTES, 'UTF-8' );
	return sign_claims( common_claims( $settings, $issuer, $now, TOKEN_LIFE_S ) + $person, TOKEN_TYPE, $seed );
}

/** @param array<string, array<string, string>> $events by name. */
function event_token( array $events, array $settings, string $issuer, int $now, string $seed ): string {
	return sign_claims( common_claims( $settings, $issuer, $now, EVENT_LIFE_S ) + array( 'events' => $events ), EVENT_TYPE, $seed );
}
