"""What tests share: twins written for the eye, scripts, a browser."""
