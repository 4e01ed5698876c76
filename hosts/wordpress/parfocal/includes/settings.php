<?php
/** What the administrator has entered, with defaults, and how it is cleaned. */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

const SETTINGS_OPTION = 'parfocal_settings';
const PLATFORM_ROLES  = array( 'student', 'expert', 'teacher', 'admin' );
const DEFAULT_ROLES   = array(
	'administrator' => 'admin',
	'editor'        => 'teacher',
	'author'        => 'teacher',
	'contributor'   => 'expert',
	'subscriber'    => 'student',
);

/** @return array{address: string, site: string, audience: string, roles: array<string, string>} */
function settings(): array {
	$stored = get_option( SETTINGS_OPTION );
	return ( is_array( $stored ) ? $stored : array() ) + array(
		'address'  => '',
		'site'     => '1',
		'audience' => 'wordpress',
		'roles'    => DEFAULT_ROLES,
	);
}

/** As the settings page or the pairing command sends it; what cannot be used becomes empty or the default. */
function clean_settings( $sent ): array {
	$sent    = is_array( $sent ) ? $sent : array();
	$text    = fn( string $name ): string => is_scalar( $sent[ $name ] ?? null ) ? trim( (string) $sent[ $name ] ) : '';
	$address = untrailingslashit( esc_url_raw( $text( 'address' ), array( 'https', 'http' ) ) );
	$parts   = wp_parse_url( $address );
	$origin  = isset( $parts['scheme'], $parts['host'] ) ? $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' ) : '';
	$roles   = array();
	foreach ( is_array( $sent['roles'] ?? null ) ? $sent['roles'] : DEFAULT_ROLES as $host_role => $role ) {
		if ( in_array( $role, PLATFORM_ROLES, true ) ) {
			$roles[ sanitize_key( (string) $host_role ) ] = $role;
		}
	}
	return array(
		'address'  => $origin,
		'site'     => preg_match( '/^[1-9]\d{0,14}$/', $text( 'site' ) ) ? $text( 'site' ) : '1',
		'audience' => sanitize_text_field( $text( 'audience' ) ) ?: 'wordpress',
		'roles'    => $roles,
	);
}

/** How this site calls itself in tokens; also what is entered in Parfocal. */
function issuer(): string {
	return untrailingslashit( home_url() );
}

function keys_url(): string {
	return rest_url( REST_NAMESPACE . '/keys' );
}

/** @return string[] of Parfocal, by the roles of this site; people without a role here are students. */
function platform_roles( array $host_roles, array $map ): array {
	$roles = array();
	foreach ( $host_roles as $host_role ) {
		if ( isset( $map[ $host_role ] ) ) {
			$roles[] = $map[ $host_role ];
		}
	}
	return array_values( array_unique( $roles ? $roles : array( 'student' ) ) );
}

function roles_of( \WP_User $user ): array {
	/** Filters the map from roles of this site to admin, teacher, expert or student. */
	$map = apply_filters( 'parfocal_role_map', settings()['roles'], $user );
	return platform_roles( $user->roles, $map );
}

/** Whether Parfocal's manager is shown to a person: teachers and administrators have one there. */
function may_manage( \WP_User $user ): bool {
	return (bool) array_intersect( array( 'admin', 'teacher' ), roles_of( $user ) );
}
